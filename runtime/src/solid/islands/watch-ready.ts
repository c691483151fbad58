/** Tells when intents become ready, or are not any more: `ready` is read reactively. */
import { createEffect, createRoot, createSignal, on } from 'solid-js'
import { agentHooks, liveIntents } from './live-intents.ts'

let isWatching = false

/** Calls `changed` from now on; once for the page, however often it is asked. */
export function watchReady(changed: () => void): void {
  if (isWatching) return
  isWatching = true
  const [mounted, setMounted] = createSignal(0)
  const before = agentHooks.changed
  agentHooks.changed = () => {
    before?.()
    setMounted((count) => count + 1)
  }
  const readiness = () => {
    mounted()
    return [...liveIntents.values()].flatMap((copies) => copies.map(({ definition }) => isReady(definition))).join()
  }
  createRoot(() => createEffect(on(readiness, (now, last) => last !== undefined && now !== last && changed())))
}

/** An intent that fails to say so is not ready: one slip must not take the list of all tools away. */
function isReady(definition: { ready?(): boolean }): boolean {
  try {
    return definition.ready?.() !== false
  } catch {
    return false
  }
}
