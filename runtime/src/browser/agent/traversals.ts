/** The causes of steps in the history. Browsers report a step in a later task, and regard all steps by scripts as equal. */
import type { Origin } from '#contract/api.ts'
import { withSharedCause } from '../calls/carry-cause.ts'
import { currentOrigin } from '../calls/cause.ts'

/** Time in milliseconds within which the browser reports a step. */
const REPORTED_MS = 1_000

/** Returns the origin of the last step. Human origin ends when an agent acts. */
let readLast: (() => Origin) | undefined
let isWatching = false

/** Records who steps through the history from now on. */
export function watchTraversals(): void {
  if (isWatching) return
  isWatching = true
  recordCalls(History.prototype, ['back', 'forward', 'go'])
  recordCalls(Object.getPrototypeOf(navigation) as Navigation, ['back', 'forward', 'traverseTo']) // its class
}

function recordCalls<Owner extends object>(owner: Owner, names: readonly (keyof Owner)[]): void {
  for (const name of names) {
    const step = owner[name] as (this: Owner, ...args: unknown[]) => unknown // the callers list methods only
    const recorded = function (this: Owner, ...args: unknown[]) {
      record()
      return step.apply(this, args)
    }
    owner[name] = recorded as Owner[typeof name] // the same signature
  }
}

function record(): void {
  // The step of an agent may still be coming.
  if (readLast?.() === 'agent' && currentOrigin() === 'human') return
  const read = withSharedCause(currentOrigin)
  readLast = read
  setTimeout(() => {
    if (readLast === read) readLast = undefined
  }, REPORTED_MS)
}

/** Returns the origin of the step in the history that a script causes; `undefined` for other navigations, and if unknown. */
export function readTraversalOrigin({ navigationType, userInitiated }: NavigateEvent): Origin | undefined {
  return navigationType === 'traverse' && !userInitiated ? readLast?.() : undefined
}
