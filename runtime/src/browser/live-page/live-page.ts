/**
 * Keeps a live page current. A stream reports that data of the page has changed, and then the page is fetched again and
 * merged. On a page without islands, this is the only script.
 */
import { LIVE_HEADER, LIVE_PATH } from '#contract/live/wire.ts'
import { findRegions, getLiveData, readAgentNavigation, showNewer } from './show-newer.ts'

/** Time in milliseconds without a byte after which a connection is lost, as after sleep. The server sends a comment every 25 s. */
const SILENCE_MS = 60_000
/** Time for the first byte, longer with each attempt: the browser may use a connection that has been lost without a sign. */
const OPEN_MS = 5000

/** The open stream. A hidden page has none, because a browser opens few connections to a server. */
let stream: AbortController | undefined
/** Identifies the tags that the stream watches. */
let watched: string | undefined
let watchdog: ReturnType<typeof setTimeout> | undefined
let isOutdated = false
let isFetching = false
let failures = 0

/** Follows the changes of the page, also of the pages that a navigation shows later. Call it once. */
export function startLivePage(): void {
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
    stream = new AbortController()
    if (receipt) void listen(receipt, stream)
  }
  if (isOutdated && !isFetching && !document.hidden) void refetch()
}

/** Opens the stream again after this time, unless it is called again before. */
function restartIn(milliseconds: number): void {
  clearTimeout(watchdog)
  watchdog = setTimeout(() => {
    watched = undefined
    follow()
  }, milliseconds)
}

async function listen(receipt: string, { signal }: AbortController): Promise<void> {
  restartIn(OPEN_MS * ++failures)
  try {
    const { body } = await fetch(LIVE_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ reads: [receipt] }),
      signal,
    })
    const reader = (body as ReadableStream<BufferSource>).pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      restartIn(SILENCE_MS)
      text += value
      // A heartbeat: the stream isn't one that ends at once, such as one of too many.
      if (/^:/m.test(text)) failures = 0
      // A user who has signed in or out may see another page.
      if (/^event: change\n|"session"\n/m.test(text)) isOutdated = true
      // Of a line that isn't complete.
      text = text.replace(/^.*\n/s, '')
      follow()
    }
  } catch {
    // The connection is lost, or the stream was closed.
  }
  if (!signal.aborted) restartIn(nextDelay())
}

/** Returns a time in milliseconds that is longer after each failure, and not that of other pages. */
function nextDelay(): number {
  return 500 + Math.random() * Math.min(10_000, 500 * 2 ** failures++)
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
    const view = getLiveData(document)?.view
    // Pages with islands have a file for that, which loads with the first change. Whatever follows `/./` is a path of this site:
    // markup that was injected into the page can't choose a module of another one, which a strict policy would allow.
    const file = view && `/./${view}`
    const show = file ? (await import(/* @vite-ignore */ file)).showNewer : showNewer
    const isShown =
      href !== location.href ||
      (response.ok && !response.redirected && (await show(html, response.headers, findRegions)))
    // A navigation has shown another page, perhaps while files were loading.
    if (href !== location.href) isOutdated = true
    else if (isShown) failures = 0
    else location.reload()
    isFetching = false
    follow()
  } catch {
    isFetching = false
    isOutdated = true
    stream?.abort()
    restartIn(nextDelay())
  }
}
