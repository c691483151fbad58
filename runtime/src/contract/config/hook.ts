/** `src/hooks.ts`: functions of an app that the server calls. Each is the server option of the same name. */
import { nearestName } from '../schema/nearest-name.ts'

/** Names that `src/hooks.ts` may export. */
export const HOOK_NAMES = [
  'onAudit',
  'onChange',
  'redact',
  'subjectOf',
  'canSettle',
  'onProposal',
  'verifyBearer',
  'log',
] as const

export type HookName = (typeof HOOK_NAMES)[number]

/**
 * Returns the exports of `src/hooks.ts` as server options. Throws a `TypeError` for an unknown name, and for an export that
 * isn't a function.
 */
export function hookOptions(module: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  for (const [name, value] of Object.entries(module)) {
    const problem = hookProblem(name)
    if (problem !== undefined) throw new TypeError(`src/hooks.ts exports "${name}". ${problem}`)
    if (typeof value !== 'function') throw new TypeError(`src/hooks.ts exports "${name}", which isn't a function.`)
  }
  return { ...module }
}

/** Returns why a name isn't a hook, with a solution; undefined for a hook. */
export function hookProblem(name: string): string | undefined {
  if ((HOOK_NAMES as readonly string[]).includes(name)) return undefined
  const meant = nearestName(name, HOOK_NAMES)
  const known = `The hooks are ${HOOK_NAMES.join(', ')}.`
  return meant === undefined ? `It isn't a hook. ${known}` : `It isn't a hook. Did you mean "${meant}"? ${known}`
}
