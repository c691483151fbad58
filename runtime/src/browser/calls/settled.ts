/** Detects when the page has settled. */
import { liveIntents } from '#solid/islands/live-intents.ts'
import { COLD, isStarted } from '../islands/start-island.ts'
import { isAwaiting, isBusy } from './activity.ts'
import { findNavigation } from './navigation-api.ts'

/** Time in milliseconds within which work that an event or a promise has just started becomes visible. */
const LOOK_AGAIN_MS = 10

/** Resolves once two checks in a row find no work in progress. `scope` is the id of an island; default: the page. */
export async function settled(scope?: string): Promise<void> {
  for (let quiet = 0; quiet < 2; quiet = isQuiet(scope) ? quiet + 1 : 0)
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
}

function isQuiet(scope: string | undefined): boolean {
  const starting = [...document.querySelectorAll(COLD)].filter(isStarted)
  // It is unknown which of them waits for a user; their other work is tracked.
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

/** Whether a navigation within this document is in progress. */
function isNavigating(): boolean {
  return Boolean(findNavigation()?.transition)
}
