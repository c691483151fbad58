/**
 * Keeps a live page current. A stream reports that data of the page has changed, and then the page is fetched again and
 * merged. On a page without islands, this is the only script.
 */
import { LIVE_HEADER, LIVE_PATH } from '#contract/live/wire.ts'
import { findRegions, getLiveData, showNewer } from './show-newer.ts'

/** The open stream. A hidden page has none, because a browser opens few connections to a server. */
let stream: AbortController | undefined
/** Identifies the tags that the stream watches. */
let watched: string | undefined
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
  if (isOutdated && !document.hidden) void refetch()
}

async function listen(receipt: string, { signal }: AbortController): Promise<void> {
  try {
    const { body } = await fetch(LIVE_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ reads: [receipt] }),
      signal,
    })
    const reader = (body as ReadableStream<BufferSource>).pipeThrough(new TextDecoderStream()).getReader()
    let line = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (line + part.value).split('\n')
      line = `${lines.pop()}`
      for (const text of lines) {
        // A heartbeat: the stream isn't one that ends at once, such as one of too many.
        if (text[0] === ':') failures = 0
        // A user who has signed in or out may see another page.
        if (/^event: change|"session"$/.test(text)) void refetch()
      }
    }
  } catch {
    // The connection is lost, or the stream was closed.
  }
  if (signal.aborted) return
  await wait()
  if (signal.aborted) return
  watched = undefined
  follow()
}

/** Waits longer after each failure, and not as long as other pages. */
function wait(): Promise<void> {
  const limit = Math.min(10_000, 500 * 2 ** failures++)
  return new Promise((resolve) => setTimeout(resolve, limit * (0.5 + Math.random() / 2)))
}

async function refetch(): Promise<void> {
  isOutdated = true
  if (isFetching) return
  isFetching = true
  while (isOutdated && !document.hidden) {
    isOutdated = false
    const { href } = location
    try {
      const response = await fetch(href, { cache: 'no-store', headers: { [LIVE_HEADER]: 'page' } })
      // Later it may succeed: 429 and errors of servers.
      if (response.status > 428) throw 0
      const html = await response.text()
      const { view } = getLiveData(document) ?? {}
      // Pages with islands have a file for that, which loads with the first change.
      const show = view ? (await import(/* @vite-ignore */ view)).showNewer : showNewer
      // A navigation has shown another page.
      if (href !== location.href) isOutdated = true
      else if (!response.ok || response.redirected || !(await show(html, response.headers, findRegions)))
        location.reload()
      else failures = 0
    } catch {
      isOutdated = true
      await wait()
    }
  }
  isFetching = false
  follow()
}
