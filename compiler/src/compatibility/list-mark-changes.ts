/** Compares the marks of untrusted content in an output: an agent that has read such content is tainted. */
import type { JsonSchema } from '@fw/runtime/contract'
import { joinName } from './compare-objects.ts'
import { resolveRef } from './schema-alternatives.ts'
import { joinSide, type SideChange } from './side-change.ts'

/** Returns the marks that were added or removed. Neither breaks a call; a removed one weakens a protection. */
export function listMarkChanges(before: JsonSchema, after: JsonSchema): readonly SideChange[] {
  const old = listMarks(before)
  const now = listMarks(after)
  const change = (path: string, message: string): SideChange => ({
    kind: 'untrusted',
    path: joinSide('output', path),
    verdict: 'notice',
    message,
  })
  return [
    ...[...old].filter((path) => !now.has(path)).map((path) => change(path, 'is not marked as untrusted anymore')),
    ...[...now].filter((path) => !old.has(path)).map((path) => change(path, 'is marked as untrusted now')),
  ]
}

function listMarks(root: JsonSchema): ReadonlySet<string> {
  const marked = new Set<string>()
  const visit = (schema: JsonSchema, path: string, within: readonly JsonSchema[]): void => {
    if (schema['x-fw-untrusted']) marked.add(path)
    const target = resolveRef(root, schema)
    if (within.includes(target)) return
    if (target['x-fw-untrusted'] || target.propertyNames?.['x-fw-untrusted']) marked.add(path)
    const inside = [...within, target]
    for (const [name, member] of Object.entries(target.properties ?? {})) visit(member, joinName(path, name), inside)
    for (const [index, item] of (target.prefixItems ?? []).entries()) visit(item, `${path}[${index}]`, inside)
    if (typeof target.items === 'object') visit(target.items, `${path}[]`, inside)
    for (const member of Object.values(target.patternProperties ?? {})) visit(member, `${path}[*]`, inside)
    if (typeof target.additionalProperties === 'object') visit(target.additionalProperties, `${path}[*]`, inside)
    for (const option of target.anyOf ?? []) visit(option, path, inside)
  }
  visit(root, '', [])
  return marked
}
