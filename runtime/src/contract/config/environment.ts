/**
 * The app's environment, which is read once at start: coerced and checked by the validator that the compiler derives from
 * the type `Env` of `src/env.ts`. The generated server entry loads it before any module of the app.
 */
import type { Env } from '../api.ts'
import { joinPath } from '../schema/issue.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { resolveSchema } from '../schema/schema-ref.ts'
import type { Validator } from '../schema/validation.ts'
import { tryParseJson } from '../try-parse-json.ts'
import { SetupError } from './setup-error.ts'

const values: Record<string, unknown> = {}
let loaded = false

/**
 * The app's environment variables, typed by `Env` of `src/env.ts`. They are checked before any module of the app runs, so
 * you can read them anywhere on the server. Throws if the app has no `src/env.ts`, or if it wasn't started by `fw`.
 */
export const env: Env = new Proxy(values as Env, {
  get(target, name) {
    if (!loaded && typeof name === 'string')
      throw new SetupError(
        `env.${name} was read before the environment was loaded. Declare the variables in src/env.ts (export interface Env { … }); "fw" and createApp of the build load them.`,
      )
    return Reflect.get(target, name)
  },
  set: () => false,
  defineProperty: () => false,
  deleteProperty: () => false,
})

/**
 * Reads the variables that the validator declares from `source`. Throws a `SetupError` that names every problem, but no
 * value.
 */
export function loadEnv(
  validator: Validator,
  source: Readonly<Record<string, string | undefined>>,
  file: string,
): void {
  const { schema } = validator
  const given: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    // Shells, containers and .env files write an empty value for an unset variable.
    const text = Object.hasOwn(source, name) ? source[name] : undefined
    if (text !== undefined && text !== '') given[name] = coerce(schema, part, text)
  }
  const checked = validator.parse(given)
  if (checked instanceof Promise) throw new TypeError('The environment is checked by a compiled validator only.')
  if (checked.issues !== undefined) {
    const lines = checked.issues.map(({ path, message }) => `  ${path} ${message}.${comment(schema, path)}`)
    throw new SetupError([`The environment doesn't match ${file}:`, ...lines].join('\n'))
  }
  for (const name of Object.keys(values)) delete values[name]
  Object.assign(values, checked.value)
  loaded = true
}

/** Returns the doc comment of the variable that a path refers to. */
function comment(schema: JsonSchema, path: string): string {
  const [name, part] =
    Object.entries(schema.properties ?? {}).find(([key]) => {
      const start = joinPath('', key)
      return path === start || path.startsWith(`${start}.`) || path.startsWith(`${start}[`)
    }) ?? []
  const text = name === undefined ? undefined : part?.description
  return text === undefined ? '' : ` ${text.replace(/\s*\n\s*/g, ' ')}`
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i
const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false }

/**
 * Converts a string to the type of the schema. A string that can't be converted is returned unchanged; the validator
 * refuses it.
 */
function coerce(root: JsonSchema, part: JsonSchema, text: string): unknown {
  const schema = resolveSchema(root, part)
  const literals = schema.const === undefined ? schema.enum : [schema.const]
  if (literals !== undefined) return coerceLiteral(literals, text)
  const options = schema.anyOf ?? schema.oneOf
  // The compiler accepts only options of the same kind, so any option determines it.
  if (options?.[0] !== undefined) return coerceOption(root, options, text)
  switch (schema.type) {
    case 'number':
    case 'integer':
      return NUMBER.test(text.trim()) ? Number(text) : text
    case 'boolean':
      return BOOLEANS[text.trim().toLowerCase()] ?? text
    case 'array':
    case 'object':
      return tryParseJson(text, text)
    default:
      return text
  }
}

function coerceLiteral(literals: readonly unknown[], text: string): unknown {
  const exact = literals.find((value) => String(value) === text)
  if (exact !== undefined) return exact
  const truth = BOOLEANS[text.trim().toLowerCase()]
  return truth !== undefined && literals.includes(truth) ? truth : text
}

function coerceOption(root: JsonSchema, options: readonly JsonSchema[], text: string): unknown {
  const values = options.map((option) => coerce(root, option, text))
  return values.find((value) => typeof value !== 'string') ?? text
}
