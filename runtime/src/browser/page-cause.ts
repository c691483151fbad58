/** The cause of the page that is shown: its islands start with it. A full page load is a new document without any act of an agent. */
import { withCauseUntilAct } from './carry-cause.ts'
import { asNow, currentCause, runWith } from './cause.ts'
import { causes } from './start-island.ts'

type Run = (run: () => unknown) => void

/** From now on, islands of a page that a person navigates to start as the person's, until an agent acts again. */
export function followPageCause(): void {
  const runPlain: Run = (run) => run()
  let runAsPage = runPlain
  causes.keep = () => {
    const cause = currentCause()
    return cause.origin === undefined ? runAsPage : (run) => runWith(cause, run)
  }
  // Without the Navigation API every page is a new document.
  if ('navigation' in globalThis)
    navigation.addEventListener('navigate', ({ userInitiated }) => {
      runAsPage = userInitiated ? asNow('human', () => withCauseUntilAct(runPlain)) : runPlain
    })
}
