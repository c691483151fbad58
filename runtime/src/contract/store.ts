/** What a store is outside of Solid: its options, and what one render or one page has of it. */
import type { Origin } from './api.ts'
import type { PageToolDefinition } from './intent.ts'
import type { JsonSchema } from './json-schema.ts'
import type { ContractSource } from './validation.ts'

/**
 * Where the state of a store outlives its page: in this tab until it is reloaded, in the tab, or in the browser. What `session`
 * and `local` keep is restored over what the server sends, if it fits the type of the state; it is in the person's hands and
 * readable by every script of the site.
 */
export type StorePersistence = 'page' | 'session' | 'local'

/** What every store says of itself. */
export interface StoreDefinitionOptions<State extends object = object> {
  /** What agents are told of it. */
  readonly description?: string
  /** What of its state agents may read: all of it, or the members named. Default: nothing. */
  readonly expose?: boolean | readonly (keyof State & string)[]
  /** Default: the state lives as long as its page, and what the server sends with the next page wins. */
  readonly persist?: StorePersistence
}

/** An action of a store with the store that it changes: a tool of the page, `<alias>.<action>`. */
export interface StoreTool {
  /** `<alias>.<action>`. */
  readonly name: string
  readonly definition: PageToolDefinition
  readonly contract: ContractSource | undefined
  /** Runs the action on the store. The input has been checked. */
  run(input: unknown, origin: Origin): Promise<unknown>
}

/** A store as one render of a page, or one browser page, has it. */
export interface RenderedStore {
  readonly alias: string
  readonly options: StoreDefinitionOptions
  /** The state as it is now: plain data, not Solid's proxy. */
  value(): unknown
  readonly actions: readonly StoreTool[]
  /** How to get what the compiler derived from the type of its state, as an output. */
  readonly contract?: ContractSource | undefined
}

/** What of a store's state agents may read; undefined where nothing is exposed. */
export function pickExposedState(value: unknown, expose: StoreDefinitionOptions['expose']): unknown {
  if (!expose) return undefined
  if (expose === true || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([key]) => (expose as readonly string[]).includes(key)))
}

/**
 * The schema of the same. Undefined where nothing is told: nothing is exposed, or single members of a state whose schema has
 * none, as a recursive one.
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

/** What other members are made of is nobody's to know. */
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
