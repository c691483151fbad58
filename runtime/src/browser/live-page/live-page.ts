/**
 * Keeps a live page current. A stream reports that data of the page has changed, and then the page is fetched again and
 * merged. On a page without islands, this is the only script until the first change.
 */
import { LIVE_HEADER, LIVE_PATH } from '#contract/live/wire.ts'
import { getLiveData, readAgentNavigation } from './live-data.ts'

/** Time in milliseconds without a byte after which a connection is lost, as after sleep. The server sends a comment every 25 s. */
const SILENCE_MS = 60_000
/** Time for the first byte, longer with each attempt: the browser may use a connection that has been lost without a sign. */
const OPEN_MS = 5000

/** Key of the copy of a page that was loaded again. */
const RELOADED = 'fw-live'

/** The open stream. A hidden page has none, because a browser opens few connections to a server. */
let stream: XMLHttpRequest | undefined
/** Identifies the tags that the stream watches. */
let watched: string | undefined
let watchdog: ReturnType<typeof setTimeout> | undefined
let isOutdated = false
let isFetching = false
let failures = 0
let importers: ViewImporters

/** What shows newer versions, which is loaded with the first change. */
interface ViewImporters {
  page(): Promise<View>
  /** For pages with islands. An app without islands has the same for both. */
  islands(): Promise<View>
}

interface View {
  /** Returns `false` if the browser has to load the page. */
  showNewer(html: string, headers: Headers): boolean | Promise<boolean>
}

/** Follows the changes of the page, also of the pages that a navigation shows later. Call it once. */
export function startLivePage(page: ViewImporters['page'], islands = page): void {
  importers = { page, islands }
  document.addEventListener('visibilitychange', follow)
  document.addEventListener('fw:navigated', follow)
  follow()
}

/** Opens or closes the stream, as the page in the document needs it. */
function follow(): void {
  const receipt = document.hidden ? '' : getLiveData(document)?.live
  const tags = receipt?.split('.')[0]
  if (tags !== watched) {
    watched = tags
    stream?.abort()
    if (receipt) listen(receipt)
  }
  if (isOutdated && !isFetching && !document.hidden) void refetch()
}

/** Opens the stream again after this time, unless it is called again before. */
function restartIn(milliseconds = 500 + Math.random() * 500 * 2 ** Math.min(failures++, 4)): void {
  clearTimeout(watchdog)
  watchdog = setTimeout(() => {
    watched = undefined
    follow()
  }, milliseconds)
}

/** The response of a request in progress is all of its text, which costs less code than a stream of `fetch`. */
function listen(receipt: string): void {
  restartIn(OPEN_MS * ++failures)
  const request = new XMLHttpRequest()
  let seen = 0
  request.open('POST', LIVE_PATH)
  request.onprogress = () => {
    restartIn(SILENCE_MS)
    const text = request.responseText.slice(seen)
    // A heartbeat: the stream isn't one that ends at once, such as one of too many.
    if (/^:/m.test(text)) failures = 0
    // An event `change`, or the end of a session: a user who has signed in or out may see another page.
    if (/change|session/.test(text)) {
      isOutdated = true
      seen += text.length
    }
    follow()
  }
  request.onload = request.onerror = () => restartIn()
  request.send(new Blob([`{"reads":["${receipt}"]}`], { type: 'application/json' }))
  stream = request
}

/** Shows the newer version. After a failure, the stream is opened again later, which tries again. */
async function refetch(): Promise<void> {
  isFetching = true
  isOutdated = false
  const { href } = location
  try {
    const response = await fetch(href, {
      cache: 'no-store',
      // A guarded call in the render asks the person.
      headers: { [LIVE_HEADER]: 'page', ...readAgentNavigation()?.readNewerHeaders() },
      signal: AbortSignal.timeout(SILENCE_MS),
    })
    // Later it may succeed: 429 and errors of servers.
    if (response.status > 428) throw 0
    const html = await response.text()
    const isLeft = () => href !== location.href
    const isShown = isLeft() || (response.ok && !response.redirected && (await show(html, response.headers, isLeft)))
    // A navigation has shown another page, perhaps while files were loading.
    if (isLeft()) isOutdated = true
    else if (!isShown) reload()
    failures = 0
    isFetching = false
    follow()
  } catch {
    isFetching = false
    isOutdated = true
    stream?.abort()
    restartIn()
  }
}

/** Shows the newer version, unless the user has left the page. Returns `false` if the browser has to load it. */
async function show(html: string, headers: Headers, isLeft: () => boolean): Promise<boolean> {
  const own = getLiveData(document)
  // A page with a refused form, which has come meanwhile, stays.
  if (!own) return true
  // After a deploy the files of this build may be gone.
  if (!html.includes(`data-page="${own.page}"`)) return false
  const { showNewer } = await (own.islands ? importers.islands : importers.page)()
  return isLeft() || showNewer(html, headers)
}

/** Loads the page, but not while a form opens another one, and once only for each copy of it: a CDN may send the same again. */
function reload(): void {
  if (document.querySelector('form[aria-busy=true]')) throw 0
  const copy = `${location.href} ${getLiveData(document)?.live}`
  try {
    if (sessionStorage.getItem(RELOADED) === copy) return
    sessionStorage.setItem(RELOADED, copy)
  } catch {
    // The storage is blocked.
  }
  location.reload()
}
