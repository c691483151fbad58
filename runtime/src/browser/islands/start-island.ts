/** Starts islands: parents before the islands in their slots, each once, and a failure doesn't affect other islands. */
import type { mountIsland } from '#solid/islands/mount-island.ts'
import { readIslandMap } from './island-map.ts'

/** Selects islands that wait for their trigger or are starting. */
export const COLD = 'fw-island:not([ok],[err])'

/**
 * Set by the tools of an agent once they are loaded: `keep` returns a function that runs code with the current cause, to
 * start an island or to replay an event.
 */
export const causes: {
  keep(replayed?: Event): (run: () => unknown) => void
  /** Islands wait for it: the tools of an agent that loaded this document, or of the browser's own. */
  agent?: Promise<unknown>
} = { keep: () => (run) => run() }

const started = new WeakMap<Element, Promise<void>>()

/** Whether `startIsland` was called for it. */
export function isStarted(island: Element): boolean {
  return started.has(island)
}

/**
 * Loads the island's code and hydrates it. Settles when it is active or has failed; never rejects. A failure is
 * logged, and dispatched as a bubbling `fw:error` event with `{ error, island }` on the element.
 */
export function startIsland(island: Element, scan: (root: ParentNode) => void): Promise<void> {
  const known = started.get(island)
  if (known) return known
  const starting = start(island, scan)
  started.set(island, starting)
  return starting
}

async function start(island: Element, scan: (root: ParentNode) => void): Promise<void> {
  while (!readIslandMap().h)
    await new Promise((resolve) => document.addEventListener('fw:part', resolve, { once: true }))
  const parent = island.parentElement?.closest(COLD)
  if (parent) await startIsland(parent, scan)
  // A navigation has replaced the page, and the map of islands with it.
  if (!island.isConnected) return void started.delete(island)
  const component = `${island.getAttribute('c')}`
  const map = readIslandMap()
  const name = map.n[component] ?? component
  try {
    const [chunk, exported] = component.split('#') as [string, string]
    const [module, runtime, props, stores] = await Promise.all([
      // The map has the islands of the page. A chunk may have other exports, which markup that was injected into the page must not call.
      importModule<Record<string, Parameters<typeof mountIsland>[1]>>(map.n[component] && map.m[chunk]),
      importModule<{ mountIsland: typeof mountIsland }>(map.m[`${chunk}*`] ?? map.h),
      readProps(island),
      document.querySelector('script[id^=fw-stores]') && loadStores(),
      causes.agent,
    ])
    const shown = island.getAttribute('s')?.split(' ') ?? []
    const preparing = stores?.prepareStores(shown)
    if (preparing) await preparing
    // While the code was loading, a parent may have closed the slot, or a navigation may have replaced the page.
    if (!island.isConnected) return void started.delete(island)
    const Component = module[exported]
    if (!Component) throw new Error('Its export is missing.')
    const mount = () => runtime.mountIsland(island, Component, { name, props, scan, nonce: map.own })
    causes.keep()(() => (stores ? stores.mountWithStores(shown, mount) : mount()))
    island.setAttribute('ok', '')
  } catch (error) {
    island.setAttribute('err', '')
    console.error(`[fw] The island <${name}> failed.`, error)
    island.dispatchEvent(new CustomEvent('fw:error', { bubbles: true, detail: { error, island: name } }))
    // After a deploy, its file may be gone.
    void import('../reload/reload-page.ts').then(({ reloadPage }) => reloadPage(error))
  }
}

async function loadStores() {
  const stores = await import('./store-seeds.ts')
  await stores.readStoreSeeds()
  return stores
}

/**
 * Imports a module by a path that the server wrote, and that the bundler must not change. A strict policy allows each module that a
 * script of the page imports, so markup that was injected into the page can't choose a module of another site: whatever follows `/./`
 * is a path of this one.
 */
function importModule<Module>(path: string | undefined): Promise<Module> {
  if (!path) throw new Error('Its module is missing.')
  const url = `/./${path}`
  return import(/* @vite-ignore */ url)
}

// A separate function, because Vite adds more code around the import if it can see which names are used.
const importRichProps = () => import('#wire/rich-props.ts')

async function readProps(island: Element): Promise<Record<string, unknown>> {
  const rich = island.getAttribute('x')
  if (rich === null) return JSON.parse(island.getAttribute('p') ?? '{}')
  const { decodeRichProps } = await importRichProps()
  return decodeRichProps(rich)
}
