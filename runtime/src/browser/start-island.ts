/** Starts islands: parents before what is in their slots, each once, and none takes another down with it. */
import type { mountIsland } from '#solid/mount-island.ts'
import { readIslandMap } from './island-map.ts'

/** Islands that wait for their trigger or are starting. */
export const COLD = 'fw-island:not([ok],[err])'

/** Set by the tools of an agent once they are loaded: `keep` returns a function that runs code with the cause of what runs now. */
export const causes: { keep(): (run: () => unknown) => void } = { keep: () => (run) => run() }

const started = new WeakMap<Element, Promise<void>>()

/** Whether `startIsland` was called for it. */
export function isStarted(island: Element): boolean {
  return started.has(island)
}

/** In a page that is still arriving the list comes after the islands: with it, the end of each is there. */
export function isListed(): boolean {
  return document.getElementById('fw-islands') !== null
}

/**
 * Loads the island's code and hydrates it. Settles when it is live or has failed; never rejects. A failure is a bubbling
 * `fw:error` event with `{ error, island }` on the element, and logged.
 */
export function startIsland(island: Element, scan: (root: ParentNode) => void): Promise<void> {
  const known = started.get(island)
  if (known) return known
  const starting = start(island, scan)
  started.set(island, starting)
  return starting
}

async function start(island: Element, scan: (root: ParentNode) => void): Promise<void> {
  while (!isListed()) await new Promise((resolve) => document.addEventListener('fw:part', resolve, { once: true }))
  const parent = island.parentElement?.closest(COLD)
  if (parent) await startIsland(parent, scan)
  const component = `${island.getAttribute('c')}`
  const map = readIslandMap()
  const name = map.n[component] ?? component
  try {
    const hash = component.indexOf('#')
    const chunk = component.slice(0, hash)
    const foreign = map.m[`${chunk}*`]
    const [module, runtime, props, stores, kept] = await Promise.all([
      importModule<Record<string, Parameters<typeof mountIsland>[1]>>(map.m[chunk]),
      importModule<{ mountIsland: typeof mountIsland }>(foreign ?? map.h),
      readProps(island),
      document.querySelector('script[id^=fw-stores]') && loadStores(),
      !foreign && island.closest('fw-island[keep]') && importFollowProps(),
    ])
    // A parent may have closed the slot, or a navigation replaced the page, while the code was loading.
    if (!island.isConnected) {
      started.delete(island)
      return
    }
    const Component = module[component.slice(hash + 1)]
    if (!Component) throw new Error('Its module does not export it.')
    const given = kept ? kept.followProps(island, props, causes) : props
    const mount = () => runtime.mountIsland(island, Component, { name, props: given, scan })
    const shown = island.getAttribute('s')
    causes.keep()(() => (stores && shown ? stores.mountWithStores(shown.split(' '), mount) : mount()))
    island.setAttribute('ok', '')
  } catch (error) {
    island.setAttribute('err', '')
    console.error(`[fw] The island <${name}> failed.`, error)
    island.dispatchEvent(new CustomEvent('fw:error', { bubbles: true, detail: { error, island: name } }))
  }
}

async function loadStores() {
  const stores = await import('./store-seeds.ts')
  await stores.readStoreSeeds()
  return stores
}

/** The server wrote these URLs; the bundler must leave them alone. */
function importModule<Module>(url: string | undefined): Promise<Module> {
  if (!url) throw new Error('Its module is not listed.')
  return import(/* @vite-ignore */ url)
}

// Alone in its function: where Vite sees which names are taken, it writes more around it.
const importRichProps = () => import('#wire/rich-props.ts')
const importFollowProps = () => import('#solid/follow-props.ts')

async function readProps(island: Element): Promise<Record<string, unknown>> {
  const rich = island.getAttribute('x')
  if (rich === null) return JSON.parse(island.getAttribute('p') ?? '{}')
  const { decodeRichProps } = await importRichProps()
  return decodeRichProps(rich)
}
