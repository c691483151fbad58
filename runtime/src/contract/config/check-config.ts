/** Checks the value of `fw.config.ts` with the schema that the framework's compiler derives from `FwConfig`. */

import { createIssueCollector } from '../schema/collect-issues.ts'
import { joinPath } from '../schema/issue.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { nearestName } from '../schema/nearest-name.ts'
import { resolveSchema } from '../schema/schema-ref.ts'
import type { FwConfig } from './config.ts'
import { configSchema } from './config-schema.ts'
import { HOOK_NAMES } from './hook.ts'
import { SetupError } from './setup-error.ts'

/** A problem in a configuration. It never contains the value, which may be a secret. */
export interface ConfigProblem {
  /** Path of the field, such as `compiler.bindingMaps`. */
  readonly path: string
  /** A sentence that begins with the path. */
  readonly message: string
  /** The known field whose name is similar to an unknown one. */
  readonly nearest?: string
}

/** Options that users look for in the configuration, with the file that they belong in. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  ctxFor: 'src/ctx.ts',
  session: 'src/session.ts',
  middleware: 'src/middleware.ts',
  matchers: 'src/matchers.ts',
  websocket: 'src/ws.ts',
  ...Object.fromEntries(HOOK_NAMES.map((name) => [name, 'src/hooks.ts'])),
}

const collectIssues = createIssueCollector(configSchema)

/** Returns all problems, in the order of the fields. `file` is the name of the configuration in messages. */
export function configProblems(given: unknown, file: string): readonly ConfigProblem[] {
  const { feed, vite, ...config } = Object(given) as Readonly<Record<string, unknown>> // wraps a value that isn't an object
  const found: ConfigProblem[] = [...feedProblems(feed)]
  // The compiler checks its members, which only it uses.
  if (vite !== undefined && (typeof vite !== 'object' || vite === null))
    found.push({ path: 'vite', message: 'vite must be an object with options of Vite, such as { plugins: […] }.' })
  visit({ file, found, schema: configSchema }, configSchema, config, '')
  const reported = new Set(found.map(({ path }) => path))
  const rest = collectIssues(config).filter(({ path }) => !reported.has(path))
  return [...found, ...rest.map(({ path, message }) => ({ path, message: `${path || file} ${message}.` }))]
}

const FEED_FIELDS = ['title', 'description', 'items']

/** Checks `feed` separately: it contains a function, which a JSON Schema can't describe. */
function feedProblems(feed: unknown, name = 'feed'): readonly ConfigProblem[] {
  if (feed === undefined) return []
  if (typeof feed !== 'object' || feed === null)
    return [{ path: name, message: `${name} must be an object: { title?, description?, items }.` }]
  const problems: ConfigProblem[] = []
  const addProblem = (field: string, text: string) => {
    const path = joinPath(name, field)
    problems.push({ path, message: `${path} ${text}` })
  }
  for (const [field, value] of Object.entries(feed)) {
    if (!FEED_FIELDS.includes(field))
      addProblem(field, `is not a field of a feed. The fields are ${FEED_FIELDS.join(', ')}.`)
    else if (field !== 'items' && value !== undefined && typeof value !== 'string')
      addProblem(field, 'must be a string.')
  }
  const items: unknown = 'items' in feed ? feed.items : undefined
  if (typeof items !== 'function') addProblem('items', 'must be a function that returns the items.')
  return problems
}

/** Returns the configuration if it is valid. Throws a `SetupError` that names every problem. */
export function checkConfig(config: unknown, file: string, text = ''): FwConfig {
  if (typeof config !== 'object' || config === null)
    throw new SetupError(`${file} must have a default export: export default defineConfig({ … }).`)
  const problems = configProblems(config, file)
  if (problems.length === 0) return config
  const lines = problems.map(({ path, message }) => `  ${findLine(text, path)}${message}`)
  throw new SetupError([`${file} has ${count(problems.length)}:`, ...lines].join('\n'))
}

function count(problems: number): string {
  return problems === 1 ? 'a problem' : `${problems} problems`
}

/** Returns the line of the path's last name, if the file contains it only once. */
function findLine(text: string, path: string): string {
  const name = /(\w+)\W*$/.exec(path)?.[1]
  if (name === undefined) return ''
  const lines = text.split('\n')
  const hits = lines.flatMap((line, index) =>
    new RegExp(`^[^/]*(?<![\\w$.])["']?${name}["']?\\s*[:,(]`).test(line) ? [index + 1] : [],
  )
  return hits.length === 1 ? `line ${hits[0]}: ` : ''
}

interface Visit {
  readonly file: string
  readonly found: ConfigProblem[]
  /** The root schema, whose `$defs` its parts refer to. */
  readonly schema: JsonSchema
}

/** Finds unknown fields, with the nearest known name, and functions. The schema reports both only as invalid. */
function visit(of: Visit, given: JsonSchema, value: unknown, path: string): void {
  const schema = resolveSchema(of.schema, given)
  if (typeof value === 'function')
    of.found.push({ path, message: `${path} is a function; ${of.file} holds data only.` })
  else if (Array.isArray(value)) {
    const { items } = schema
    if (typeof items !== 'object') return
    for (const [index, item] of value.entries()) visit(of, items, item, joinPath(path, index))
  } else if (typeof value === 'object' && value !== null) visitFields(of, schema, value, path)
}

function visitFields(of: Visit, { properties, additionalProperties }: JsonSchema, value: object, path: string): void {
  if (properties === undefined) return
  for (const [name, field] of Object.entries(value)) {
    const below = joinPath(path, name)
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (known !== undefined) visit(of, known, field, below)
    else if (additionalProperties === false) {
      const elsewhere = path === '' && Object.hasOwn(ELSEWHERE, name) ? ELSEWHERE[name] : undefined
      const names = [...Object.keys(properties), ...(path === '' ? ['feed', 'vite'] : [])]
      const nearest = elsewhere === undefined ? nearestName(name, names) : undefined
      const advice = elsewhere === undefined ? adviceFor(nearest, path, names) : `It belongs in ${elsewhere}.`
      const message = `${below} is not a field of ${of.file}. ${advice}`
      of.found.push({ path: below, message, ...(nearest !== undefined && { nearest }) })
    }
  }
}

function adviceFor(nearest: string | undefined, path: string, known: readonly string[]): string {
  if (nearest !== undefined) return `Did you mean ${joinPath(path, nearest)}?`
  return path === '' ? 'The type FwConfig lists them all.' : `The fields are ${known.join(', ')}.`
}
