/** Walks two versions of a schema together, to compare keywords that don't restrict values. */
import { isObject, type JsonSchema } from '@fw/runtime/contract'
import { joinName } from './compare-objects.ts'
import { resolveRef } from './schema-alternatives.ts'

/** Receives two corresponding parts: as written, and with their refs resolved. */
type VisitPair = (pair: {
  readonly path: string
  readonly before: JsonSchema
  readonly after: JsonSchema
  readonly oldTarget: JsonSchema
  readonly newTarget: JsonSchema
}) => void

/** A boolean is a schema without keywords. */
type Part = JsonSchema | boolean | undefined

/** Visits each pair of parts that both versions have, at its first path: recursive and shared types once. */
export function walkPairs(oldRoot: JsonSchema, newRoot: JsonSchema, visit: VisitPair): void {
  const seen = new Map<JsonSchema, Set<JsonSchema>>()
  const walk = (before: Part, after: Part, path: string): void => {
    if (!isObject(before) || !isObject(after)) return
    const oldTarget = resolveRef(oldRoot, before)
    const newTarget = resolveRef(newRoot, after)
    visit({ path, before, after, oldTarget, newTarget })
    const known = seen.get(oldTarget) ?? new Set()
    if (known.has(newTarget)) return
    seen.set(oldTarget, known.add(newTarget))
    const properties = newTarget.properties ?? {}
    for (const [name, member] of Object.entries(oldTarget.properties ?? {}))
      if (Object.hasOwn(properties, name)) walk(member, properties[name], joinName(path, name))
    for (const [index, item] of (oldTarget.prefixItems ?? []).entries())
      walk(item, newTarget.prefixItems?.[index], `${path}[${index}]`)
    walk(oldTarget.items, newTarget.items, `${path}[]`)
    walk(oldTarget.additionalProperties, newTarget.additionalProperties, `${path}[*]`)
    for (const [pattern, member] of Object.entries(oldTarget.patternProperties ?? {}))
      walk(member, newTarget.patternProperties?.[pattern], `${path}[*]`)
    for (const [option, other] of pairOptions(oldRoot, oldTarget, newRoot, newTarget)) walk(option, other, path)
  }
  walk(oldRoot, newRoot, '')
}

/** Pairs the options of two unions: by their tags, and others by their positions. */
function pairOptions(
  oldRoot: JsonSchema,
  before: JsonSchema,
  newRoot: JsonSchema,
  after: JsonSchema,
): readonly (readonly [JsonSchema, JsonSchema | undefined])[] {
  const old = before.anyOf ?? before.oneOf ?? []
  const now = after.anyOf ?? after.oneOf ?? []
  return old.map((option, index) => {
    const tag = findTag(oldRoot, option)
    return [option, tag === undefined ? now[index] : now.find((one) => findTag(newRoot, one) === tag)]
  })
}

/** Returns the first literal member of an option of a union. */
function findTag(root: JsonSchema, option: JsonSchema): string | undefined {
  const members = Object.entries(resolveRef(root, option).properties ?? {})
  const [name, member] = members.find(([, one]) => one.const !== undefined) ?? []
  return name === undefined ? undefined : `${name}:${JSON.stringify(member?.const)}`
}
