/** When nothing is under way in this page any more. */
import { liveIntents } from '#solid/live-intents.ts'
import { isAwaiting, isBusy } from './activity.ts'
import { COLD, isStarted } from './start-island.ts'

/** What was just begun by an event or a promise shows itself within this time. */
const LOOK_AGAIN_MS = 10

/** Resolves once two looks in a row find nothing under way. `scope`: the id of the island that is meant; else the page. */
export async function settled(scope?: string): Promise<void> {
  for (let quiet = 0; quiet < 2; quiet = isQuiet(scope) ? quiet + 1 : 0)
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
}

function isQuiet(scope: string | undefined): boolean {
  const starting = [...document.querySelectorAll(COLD)].filter(isStarted)
  // Which of them waits for a person cannot be told: what else they do is tracked.
  const pending = isAwaiting() ? [] : [...liveIntents.values()].flat().filter((live) => live.isPending())
  if (scope !== undefined)
    return (
      !starting.some((island) => island.getAttribute('i') === scope) &&
      !pending.some(({ instance }) => instance === scope)
    )
  return (
    !isBusy() && !isNavigating() && document.readyState !== 'loading' && starting.length === 0 && pending.length === 0
  )
}

/** A navigation that the browser follows within this document. */
function isNavigating(): boolean {
  return 'navigation' in globalThis && navigation.transition !== null
}
