/** Definitions that two documents have in common, so that a comparison skips them. */
import type { JsonSchema } from '@fw/runtime/contract'
import { sortKeys } from './sort-keys.ts'

const PREFIX = '#/$defs/'

/** Returns the refs of definitions that are equal in both documents, with all definitions that they use. */
export function listSharedDefinitions(one: JsonSchema, other: JsonSchema): ReadonlySet<string> {
  const shared = new Map(
    Object.entries(one.$defs ?? {}).flatMap(([name, schema]) => {
      const text = JSON.stringify(sortKeys(schema))
      const twin = other.$defs !== undefined && Object.hasOwn(other.$defs, name) ? other.$defs[name] : undefined
      return twin !== undefined && JSON.stringify(sortKeys(twin)) === text
        ? [[`${PREFIX}${name}`, listRefs(schema)]]
        : []
    }),
  )
  for (let before = -1; before !== shared.size; ) {
    before = shared.size
    for (const [ref, uses] of shared) if (uses.some((use) => !shared.has(use))) shared.delete(ref)
  }
  return new Set(shared.keys())
}

/** Returns the refs in a schema, also those to the root. */
function listRefs(schema: unknown): readonly string[] {
  const refs: string[] = []
  JSON.stringify(schema, (key, value: unknown) => {
    if (key === '$ref' && typeof value === 'string') refs.push(value)
    return value
  })
  return refs
}
