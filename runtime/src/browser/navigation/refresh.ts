/** Rendering the page again. Separate from following links, because most pages never load it. */
import { getAgentNavigation } from './agent-navigation.ts'
import { announcer } from './announce.ts'
import { ASKED, startNavigation } from './follow-links.ts'

/**
 * Requests the page of the document again and shows what has changed: the parts that the server renders, and the props of
 * islands. Islands that are still on the page don't start again. Fields with a user's changes, the focus and scroll positions stay. Resolves when the
 * page is shown, or when another navigation took over; never resolves if the browser loads the document again, because it
 * doesn't follow links within it.
 */
export async function refresh(): Promise<void> {
  // An agent's refresh has its origin, also after waiting.
  const keep = getAgentNavigation()?.keep() ?? ((run) => run())
  startNavigation()
  if (!announcer) {
    keep(() => location.reload())
    await new Promise(() => {})
  }
  await navigation.transition?.finished.catch(() => {})
  const { state } = history
  let shown: Promise<unknown> | undefined
  keep(() => {
    const options = { info: ASKED, history: 'replace', state: navigation.currentEntry?.getState() } as const
    shown = navigation.navigate(location.href, options).finished?.catch(() => {})
  })
  await shown
  if (state !== null && history.state === null) history.replaceState(state, '')
}
