/**
 * Recreates islands in place after an edit of their code in `fw dev`, with their state. Compiled modules of islands call
 * this. Never part of a build.
 */
import type { Owner } from 'solid-js'
import { disposeIslands } from './dispose-islands.ts'
import { formers, type HotIsland, hotIslands, type SlottedIslands } from './hot-islands.ts'
import { copyFormer, readFormer, rebuild } from './kept-state.ts'
import { islandOwners } from './live-intents.ts'
import { mountIsland, slotOwners } from './mount-island.ts'
import type { HotMeta } from './report-failure.ts'
import { storeView } from './view-state.ts'

type Module = Readonly<Record<string, HotIsland['component']>>

interface Update {
  readonly acceptedPath: string
  readonly timestamp: number
}

/** Time of the last edit of a module, by its path. */
const edited = new Map<string, number>()

// Vite sets `import.meta.hot` in modules that contain this name.
;(import.meta as HotMeta).hot?.on('vite:beforeUpdate', ({ updates }: { readonly updates: readonly Update[] }) => {
  for (const { acceptedPath, timestamp } of updates) edited.set(acceptedPath, timestamp)
})

/**
 * Recreates the islands of the edited module `chunk` at `url` from its new version, `module`. If that is undefined, the new
 * version doesn't run: the islands stay, and the error is reported.
 */
export function swapIslands(chunk: string, url: string, module: Module | undefined): void {
  const pathname = decodeURI(new URL(url).pathname)
  if (module === undefined) return void reportLoadError(chunk, pathname)
  for (const [element, island] of listLiveIslands(chunk)) {
    const component = module[`${element.getAttribute('c')}`.slice(chunk.length + 1)]
    if (component) recreateIsland(element, { ...island, component })
  }
}

// An island that was edited while its code was loading has started from the previous version (`cold-islands.ts`).
document.addEventListener('fw:renewed', ({ target, detail: module }: CustomEventInit<Module> & Event) => {
  const element = target as Element // only islands dispatch it
  const island = hotIslands.get(element)
  const component = module?.[`${element.getAttribute('c')}`.replace(/^.*#/, '')]
  if (island && component && component !== island.component) recreateIsland(element, { ...island, component })
})

/** Returns the islands of the module in the page, including failed ones, outermost first. */
function listLiveIslands(chunk: string): readonly (readonly [Element, HotIsland])[] {
  for (const [element, { root }] of hotIslands)
    if (!(root && islandOwners.has(root)) && !element.isConnected) hotIslands.delete(element)
  return [...hotIslands].filter(([element]) => element.getAttribute('c')?.startsWith(`${chunk}#`))
}

function recreateIsland(element: Element, island: HotIsland): void {
  const { root, name, props, scan, component } = island
  const former = island.former ?? (root && readFormer(root))
  const view = storeView(element)
  const inside = island.inside ?? (root ? listSlottedIslands(root) : [])
  const before = [...element.childNodes]
  const places = markSlots(element)
  disposeIslands((other) => other.host !== element)
  element.replaceChildren()
  element.setAttribute('r', '')
  if (former) formers.set(element, copyFormer(former))
  let isDone = true
  try {
    const hasNewState = rebuild(() => mountIsland(element, component, { name, props, scan }))
    element.removeAttribute('err')
    element.setAttribute('ok', '')
    view.restore(!hasNewState)
  } catch (error) {
    showFailure(element, { ...island, former, inside }, error)
    isDone = false
    for (const [slot, place] of places) place.replaceWith(slot)
    element.replaceChildren(...before)
  } finally {
    formers.delete(element)
    element.removeAttribute('r')
  }
  for (const [other, owner] of isDone ? inside : []) {
    const made = hotIslands.get(other)
    if (made && hasOtherContexts(other, owner)) recreateIsland(other, made)
  }
}

/** Leaves the old content visible, without interactivity, until an edit fixes the island. */
function showFailure(element: Element, island: HotIsland, error: unknown): void {
  disposeIslands((other) => other.host !== element)
  hotIslands.set(element, { ...island, root: undefined })
  element.setAttribute('err', '')
  console.error(`[fw] The island <${island.name}> failed.`, error)
  dispatchError(element, island.name, error)
}

function dispatchError(target: EventTarget, island: string, error: unknown): void {
  target.dispatchEvent(new CustomEvent('fw:error', { bubbles: true, detail: { error, island } }))
}

/** Puts a comment before each shown slot, to restore the slot if the new version fails. */
function markSlots(element: Element): readonly (readonly [slot: Element, place: Comment])[] {
  return [...element.querySelectorAll('fw-slot')]
    .filter((slot) => slot.parentElement?.closest('fw-island') === element)
    .map((slot) => {
      const place = document.createComment('')
      slot.before(place)
      return [slot, place] as const
    })
}

/** Returns the islands in the slots that an island has read, each with the owner that reads the slot. */
function listSlottedIslands(root: Owner): SlottedIslands {
  return [...hotIslands].flatMap(([element, island]) => {
    const owner = findSlotOwner(element)
    return owner && island.root && isUnder(owner, root) ? [[element, owner] as const] : []
  })
}

function findSlotOwner(element: Element): Owner | undefined {
  const slot = element.parentElement?.closest('fw-slot')
  return (slot && slotOwners.get(slot)) ?? undefined
}

function isUnder(owner: Owner, root: Owner): boolean {
  for (let current: Owner | null = owner; current; current = current.owner) if (current === root) return true
  return false
}

/** Returns whether the slot's new owner has other contexts. Islands in an unread slot stay unchanged. */
function hasOtherContexts(element: Element, before: Owner): boolean {
  const now = findSlotOwner(element)
  if (now === undefined || now === before) return false
  const [old, next] = [before.context ?? {}, now.context ?? {}]
  const names = new Set([...Reflect.ownKeys(old), ...Reflect.ownKeys(next)])
  return [...names].some((name) => !Object.is(old[name], next[name]))
}

/** Reports why a module doesn't run: importing it again throws the same error. */
async function reportLoadError(chunk: string, path: string): Promise<void> {
  try {
    await import(/* @vite-ignore */ `${path}?t=${edited.get(path)}`)
  } catch (error) {
    // A module that doesn't compile isn't sent, and the server has reported the error.
    if (error instanceof TypeError && /fetch|import/i.test(error.message)) return
    const [[element, { name }] = [document, { name: chunk }] as const] = listLiveIslands(chunk)
    dispatchError(element, name, error)
  }
}
