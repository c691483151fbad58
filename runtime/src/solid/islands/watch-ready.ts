/** Watches the `ready` functions of intents, which are reactive. */
import { createEffect, createRoot, createSignal, on } from 'solid-js'
import { agentHooks, liveIntents } from './live-intents.ts'

let isWatching = false

/** Calls `changed` after each change of readiness. Only the first call in a page has an effect. */
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

/** Returns whether an intent is ready. An intent with a `ready` that throws isn't, so that it can't break the list of tools. */
function isReady(definition: { ready?(): boolean }): boolean {
  try {
    return definition.ready?.() !== false
  } catch {
    return false
  }
}
