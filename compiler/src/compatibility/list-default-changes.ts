/** Compares the defaults of an input: a call that omits the member gets the new one. */
import type { JsonSchema } from '@fw/runtime/contract'
import { joinName } from './compare-objects.ts'
import { resolveRef } from './schema-alternatives.ts'
import { joinSide, type SideChange } from './side-change.ts'
import { sortKeys } from './sort-keys.ts'

/** Returns the changed defaults of members that both inputs have, at any depth. */
export function listDefaultChanges(before: JsonSchema, after: JsonSchema): readonly SideChange[] {
  const old = listDefaults(before)
  const now = listDefaults(after)
  return [...old].flatMap(([path, text]): readonly SideChange[] => {
    const other = now.get(path)
    if (other === undefined || other === text) return []
    const at = { kind: 'default', path: joinSide('input', removeOptions(path)) } as const
    if (text === NONE) return [{ ...at, verdict: 'notice', message: `default is ${other}, was none` }]
    return [{ ...at, verdict: 'breaking', message: `default is ${other}, was ${text}` }]
  })
}

const NONE = 'none'

/** Returns the default of each member by path, `none` for a member without one. */
function listDefaults(root: JsonSchema): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const visit = (schema: JsonSchema, path: string, within: readonly JsonSchema[]): void => {
    const target = resolveRef(root, schema)
    if (within.includes(target)) return
    const inside = [...within, target]
    for (const [name, member] of Object.entries(target.properties ?? {})) {
      const at = joinName(path, name)
      const value = member.default ?? resolveRef(root, member).default
      found.set(at, value === undefined ? NONE : JSON.stringify(sortKeys(value)))
      visit(member, at, inside)
    }
    for (const [index, item] of (target.prefixItems ?? []).entries()) visit(item, `${path}[${index}]`, inside)
    if (typeof target.items === 'object') visit(target.items, `${path}[]`, inside)
    if (typeof target.additionalProperties === 'object') visit(target.additionalProperties, `${path}[*]`, inside)
    for (const [index, option] of (target.anyOf ?? []).entries())
      visit(option, `${path}|${findTag(root, option) ?? index}`, inside)
  }
  visit(root, '', [])
  return found
}

/** Returns the literal of an option of a union, which identifies the option when others are added. */
function findTag(root: JsonSchema, option: JsonSchema): string | undefined {
  const members = Object.entries(resolveRef(root, option).properties ?? {})
  const [name, member] = members.find(([, one]) => one.const !== undefined) ?? []
  return name === undefined ? undefined : `${name}:${JSON.stringify(member?.const)}|`
}

/** Removes the marks of options, which distinguish equal paths. */
function removeOptions(path: string): string {
  return path.replace(/\|(?:\d+|[^|]*\|)/g, '')
}
