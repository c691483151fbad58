/** Islands that have not started when what they are made of is edited: they start then, from the newest version. */

/** Of Vite's dev client. */
export interface HotUpdates {
  readonly updates: readonly { readonly acceptedPath: string; readonly timestamp: number }[]
}

/** Call for each update. */
export function startCold({ updates }: HotUpdates): void {
  const stamps = new Map(updates.map(({ acceptedPath, timestamp }) => [acceptedPath, timestamp]))
  for (const list of document.querySelectorAll('script[id^=fw-islands]')) {
    const { m } = JSON.parse(list.textContent ?? '') as IslandList // the server wrote it
    for (const [chunk, url] of Object.entries(m)) {
      const [path = url] = url.split('?', 1)
      const stamp = stamps.get(path)
      if (stamp !== undefined) void renew(list, chunk, path, stamp)
    }
  }
}

interface IslandList {
  /** Addresses of modules. */
  readonly m: Record<string, string>
}

/** The edit of which a chunk was renewed last: a version that takes long to come must not follow a newer one. */
const renewed = new Map<string, number>()

/** A version that cannot be run is none: the next one may be. */
async function renew(list: Element, chunk: string, path: string, stamp: number): Promise<void> {
  const url = `${path}?t=${stamp}`
  const isWaiting = `fw-island[c^="${chunk}#"]:not([ok],[err])`
  const waiting = [...document.querySelectorAll(isWaiting)]
  let module: unknown
  try {
    module = await import(/* @vite-ignore */ url)
  } catch {
    return
  }
  if (stamp < (renewed.get(chunk) ?? 0)) return
  renewed.set(chunk, stamp)
  const map = JSON.parse(list.textContent ?? '') as IslandList
  map.m[chunk] = url
  list.textContent = JSON.stringify(map)
  for (const island of document.querySelectorAll(isWaiting)) {
    // What the server has sent for it is of the last version.
    island.setAttribute('r', '')
    // The loader takes it for a person who comes near.
    island.dispatchEvent(new Event('pointerover', { bubbles: true }))
  }
  for (const island of waiting)
    void whenStarted(island).then(() => {
      if (renewed.get(chunk) === stamp)
        island.dispatchEvent(new CustomEvent('fw:renewed', { bubbles: true, detail: module }))
    })
}

/** The last version of its code may have been on its way: then it starts from that one. */
async function whenStarted(island: Element): Promise<void> {
  if (island.matches('[ok],[err]')) return
  await new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      observer.disconnect()
      resolve()
    })
    observer.observe(island, { attributeFilter: ['ok', 'err'] })
  })
}
