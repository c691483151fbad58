/** Finds out whether another user has signed in: a form or a navigation within the app keeps the document. */
import { USER_HEADER } from '#contract/http/path.ts'
import { fetchProposal } from './fetch-proposal.ts'

/** The user of the pending calls; `undefined` while none is pending. */
let user: Promise<string | undefined> | undefined
let notify: (() => void) | undefined

/** Calls the function when the user is another one than at the first call since `unwatchUser`. */
export function watchUser(onOther: () => void): void {
  user ??= readUser()
  if (notify === undefined) {
    // See `announceSent`.
    addEventListener('fw:sent', check)
    for (const type of ['fw:navigated', 'visibilitychange']) document.addEventListener(type, check)
  }
  notify = onOther
}

/** Ends the watch, for which no call is pending. */
export function unwatchUser(): void {
  user = undefined
}

async function check(): Promise<void> {
  const watched = user
  if (document.hidden) return
  const before = await watched
  // Without a server, such as in a static site.
  if (before === undefined || user !== watched) return
  const now = await readUser()
  if (now === undefined || now === before || user !== watched) return
  notify?.()
}

/** Returns a digest of the user, empty for an anonymous visitor; `undefined` without a response. */
async function readUser(): Promise<string | undefined> {
  try {
    const response = await fetchProposal('')
    const { ok, status, headers } = response
    // A body that nothing reads keeps its connection.
    await response.text()
    return ok ? (headers.get(USER_HEADER) ?? '') : status === 401 || status === 403 ? '' : undefined
  } catch {
    return undefined
  }
}
