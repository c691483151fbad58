/** Types of stores that don't depend on Solid: their options, and their instances in a render or a page. */
import type { Origin } from '../api.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import type { ContractSource } from '../schema/validation.ts'
import type { PageToolDefinition } from './intent.ts'

/**
 * The lifetime of a store's state: in this tab until a reload (`page`), in the tab (`session`), or in the browser
 * (`local`). State from `session` and `local` replaces the server's if it matches the type of the state. The user can
 * modify it, and every script of the site can read it.
 */
export type StorePersistence = 'page' | 'session' | 'local'

/** Options of every store. */
export interface StoreDefinitionOptions<State extends object = object> {
  /** Description for agents. */
  readonly description?: string
  /** The parts of its state that agents may read: all of it, or the named members. Default: none. */
  readonly expose?: boolean | readonly (keyof State & string)[]
  /** Default: the state lives as long as its page, and the server's state in the next page replaces it. */
  readonly persist?: StorePersistence
}

/** An action of a store, with its store: a page tool named `<alias>.<action>`. */
export interface StoreTool {
  /** `<alias>.<action>`. */
  readonly name: string
  readonly definition: PageToolDefinition
  readonly contract: ContractSource | undefined
  /** Whether the compiler knows that its code changes only the store. Absent on the server. */
  readonly isPreviewable?: boolean | undefined
  /** Runs the action on the store. The input has been validated. */
  run(input: unknown, origin: Origin): Promise<unknown>
}

/** A store in one render of a page, or in one page of a browser. */
export interface RenderedStore {
  readonly alias: string
  readonly options: StoreDefinitionOptions
  /** Returns the current state as plain data, not as Solid's proxy. */
  value(): unknown
  readonly actions: readonly StoreTool[]
  /** The contract that the compiler derived from the type of its state, as an output. */
  readonly contract?: ContractSource | undefined
}

/** Returns the part of a store's state that agents may read, or undefined if nothing is exposed. */
export function pickExposedState(value: unknown, expose: StoreDefinitionOptions['expose']): unknown {
  if (!expose) return undefined
  if (expose === true || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([key]) => (expose as readonly string[]).includes(key)))
}

/**
 * Returns the schema of the exposed state. Returns undefined if nothing is exposed, or if single members are exposed of a
 * state whose schema has no members, such as a recursive one.
 */
export function pickExposedSchema(
  schema: JsonSchema,
  expose: StoreDefinitionOptions['expose'],
): JsonSchema | undefined {
  const { properties, required = [], $defs, ...rest } = schema
  if (!expose || expose === true) return expose ? schema : undefined
  if (properties === undefined) return undefined
  const names: readonly string[] = expose
  const shown: JsonSchema = {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => names.includes(name))),
    required: required.filter((name) => names.includes(name)),
  }
  const used = usedDefs(shown, $defs ?? {})
  return used === undefined ? shown : { ...shown, $defs: used }
}

/** Returns only the definitions that the exposed members use: other members aren't public. */
function usedDefs(shown: JsonSchema, defs: Readonly<Record<string, JsonSchema>>): JsonSchema['$defs'] {
  const used = new Map<string, JsonSchema>()
  const visit = (part: JsonSchema): void => {
    const text = JSON.stringify(part)
    for (const [name, def] of Object.entries(defs))
      if (!used.has(name) && text.includes(JSON.stringify(`#/$defs/${name}`))) {
        used.set(name, def)
        visit(def)
      }
  }
  visit(shown)
  return used.size === 0 ? undefined : Object.fromEntries(used)
}
