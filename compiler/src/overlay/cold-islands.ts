/** Starts islands that haven't started yet when their code is edited, with the new version. */

/** Payload of an event of Vite's dev client. */
export interface HotUpdates {
  readonly updates: readonly { readonly acceptedPath: string; readonly timestamp: number }[]
}

/** Handles an update. */
export function startColdIslands({ updates }: HotUpdates): void {
  const stamps = new Map(updates.map(({ acceptedPath, timestamp }) => [acceptedPath, timestamp]))
  for (const list of document.querySelectorAll('script[id^=fw-islands]')) {
    const { m } = JSON.parse(list.textContent ?? '') as IslandList // written by the server
    for (const [chunk, file] of Object.entries(m)) {
      const path = `/${file.split('?', 1)}`
      const stamp = stamps.get(path)
      if (stamp !== undefined) void renew(list, chunk, path, stamp)
    }
  }
}

interface IslandList {
  /** Paths of modules by chunk, without the slash at their start. */
  readonly m: Record<string, string>
}

/** Time of the last loaded edit of each chunk: an older version that loads later must not replace a newer one. */
const renewed = new Map<string, number>()

/** Loads the new version of a chunk and starts its islands. Ignores a version that doesn't run. */
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
  map.m[chunk] = url.slice(1)
  list.textContent = JSON.stringify(map)
  for (const island of document.querySelectorAll(isWaiting)) {
    // The server's HTML is of the previous version.
    island.setAttribute('r', '')
    // The loader treats this event as the pointer of a person.
    island.dispatchEvent(new Event('pointerover', { bubbles: true }))
  }
  for (const island of waiting)
    void waitForStart(island).then(() => {
      if (renewed.get(chunk) === stamp)
        island.dispatchEvent(new CustomEvent('fw:renewed', { bubbles: true, detail: module }))
    })
}

/** Resolves when the island has started: the previous version of its code may have been loading, and starts it. */
async function waitForStart(island: Element): Promise<void> {
  if (island.matches('[ok],[err]')) return
  await new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      observer.disconnect()
      resolve()
    })
    observer.observe(island, { attributeFilter: ['ok', 'err'] })
  })
}
