/**
 * Islands of `fw dev` after an edit of what they are made of: ended, and made anew in place, with the state that they had.
 * Compiled modules of islands call this; no build has any of it.
 */
import type { Owner } from 'solid-js'
import { disposeIslands } from './dispose-islands.ts'
import { formers, type HotIsland, hotIslands, type SlottedIslands } from './hot-islands.ts'
import { copyFormer, readFormer, rebuild } from './kept-state.ts'
import { keepView } from './kept-view.ts'
import { islandOwners } from './live-intents.ts'
import { mountIsland, slotOwners } from './mount-island.ts'
import type { HotMeta } from './tell-failure.ts'

type Module = Readonly<Record<string, HotIsland['component']>>

interface Update {
  readonly acceptedPath: string
  readonly timestamp: number
}

/** When a module was edited last, by its path. */
const edited = new Map<string, number>()

// Vite puts it there for modules that name it.
;(import.meta as HotMeta).hot?.on('vite:beforeUpdate', ({ updates }: { readonly updates: readonly Update[] }) => {
  for (const { acceptedPath, timestamp } of updates) edited.set(acceptedPath, timestamp)
})

/**
 * The module `chunk` at `url` was edited: its islands are made anew from `module`, which is undefined where the new one
 * cannot be run; then they stay as they are, and what it threw is told.
 */
export function swapIslands(chunk: string, url: string, module: Module | undefined): void {
  const pathname = decodeURI(new URL(url).pathname)
  if (module === undefined) return void tellWhy(chunk, pathname)
  for (const [element, island] of listLiveIslands(chunk)) {
    const component = module[`${element.getAttribute('c')}`.slice(chunk.length + 1)]
    if (component) swap(element, { ...island, component })
  }
}

// An island that was edited while its code was on its way has started from the version before (`cold-islands.ts`).
document.addEventListener('fw:renewed', ({ target, detail: module }: CustomEventInit<Module> & Event) => {
  const element = target as Element // islands alone are told
  const island = hotIslands.get(element)
  const component = module?.[`${element.getAttribute('c')}`.replace(/^.*#/, '')]
  if (island && component && component !== island.component) swap(element, { ...island, component })
})

/** The islands of the page that are made of the module, those that have failed too, outermost first. */
function listLiveIslands(chunk: string): readonly (readonly [Element, HotIsland])[] {
  for (const [element, { root }] of hotIslands)
    if (!(root && islandOwners.has(root)) && !element.isConnected) hotIslands.delete(element)
  return [...hotIslands].filter(([element]) => element.getAttribute('c')?.startsWith(`${chunk}#`))
}

function swap(element: Element, island: HotIsland): void {
  const { root, name, props, scan, component } = island
  const id = element.getAttribute('i') ?? ''
  const former = island.former ?? (root && readFormer(root))
  const view = keepView(element)
  const inside = island.inside ?? (root ? islandsInSlots(root) : [])
  const before = [...element.childNodes]
  const places = slotPlaces(element)
  disposeIslands((other) => other !== id)
  element.replaceChildren()
  element.setAttribute('r', '')
  if (former) formers.set(element, copyFormer(former))
  let isDone = true
  try {
    const isAfresh = rebuild(() => mountIsland(element, component, { name, props, scan }))
    element.removeAttribute('err')
    element.setAttribute('ok', '')
    view.restore(!isAfresh)
  } catch (error) {
    fail(element, { ...island, former, inside }, error)
    isDone = false
    for (const [slot, place] of places) place.replaceWith(slot)
    element.replaceChildren(...before)
  } finally {
    formers.delete(element)
    element.removeAttribute('r')
  }
  for (const [other, owner] of isDone ? inside : []) {
    const made = hotIslands.get(other)
    if (made && hasOtherContexts(other, owner)) swap(other, made)
  }
}

/** What it showed stays to be seen, without life, until an edit mends it. */
function fail(element: Element, island: HotIsland, error: unknown): void {
  const id = element.getAttribute('i') ?? ''
  disposeIslands((other) => other !== id)
  hotIslands.set(element, { ...island, root: undefined })
  element.setAttribute('err', '')
  console.error(`[fw] The island <${island.name}> failed.`, error)
  tell(element, island.name, error)
}

function tell(target: EventTarget, island: string, error: unknown): void {
  target.dispatchEvent(new CustomEvent('fw:error', { bubbles: true, detail: { error, island } }))
}

/** A comment before each slot that is shown, for the case that it has to come back. */
function slotPlaces(element: Element): readonly (readonly [slot: Element, place: Comment])[] {
  return [...element.querySelectorAll('fw-slot')]
    .filter((slot) => slot.parentElement?.closest('fw-island') === element)
    .map((slot) => {
      const place = document.createComment('')
      slot.before(place)
      return [slot, place] as const
    })
}

/** Islands in the slots that an island has read, with what read them. */
function islandsInSlots(root: Owner): SlottedIslands {
  return [...hotIslands].flatMap(([element, island]) => {
    const owner = ownerOfSlot(element)
    return owner && island.root && isUnder(owner, root) ? [[element, owner] as const] : []
  })
}

function ownerOfSlot(element: Element): Owner | undefined {
  const slot = element.parentElement?.closest('fw-slot')
  return (slot && slotOwners.get(slot)) ?? undefined
}

function isUnder(owner: Owner, root: Owner): boolean {
  for (let current: Owner | null = owner; current; current = current.owner) if (current === root) return true
  return false
}

/** Whether what reads the slot now gives other contexts to the islands in it. One that is not read now stays as it is. */
function hasOtherContexts(element: Element, before: Owner): boolean {
  const now = ownerOfSlot(element)
  if (now === undefined || now === before) return false
  const [old, next] = [before.context ?? {}, now.context ?? {}]
  const names = new Set([...Reflect.ownKeys(old), ...Reflect.ownKeys(next)])
  return [...names].some((name) => !Object.is(old[name], next[name]))
}

/** A module that throws while it is read: asked for again it throws the same. */
async function tellWhy(chunk: string, path: string): Promise<void> {
  try {
    await import(/* @vite-ignore */ `${path}?t=${edited.get(path)}`)
  } catch (error) {
    // What cannot be compiled never came: the server has told why.
    if (error instanceof TypeError && /fetch|import/i.test(error.message)) return
    const [[element, { name }] = [document, { name: chunk }] as const] = listLiveIslands(chunk)
    tell(element, name, error)
  }
}
