/**
 * Starts one island in the browser. The loader calls this with the element and the component, for outer islands before the
 * islands in their slots. Solid 1.9 supports one hydrated root per page. The workarounds here allow several (remove with
 * Solid 2).
 */
import { enableHydration, getOwner, type Owner, sharedConfig } from 'solid-js'
import { createComponent, render } from 'solid-js/web'
import { checkIsland } from '../hydration/check-island.ts'
import { rememberIsland } from './hot-islands.ts'
import { islandOwners } from './live-intents.ts'
import type { HotMeta } from './report-failure.ts'

type Component = Parameters<typeof createComponent>[0]

interface HydrationQueue {
  events: unknown[]
  completed: WeakSet<Element>
  r: Record<string, unknown>
  fe(): void
}

const globals = globalThis as { _$HY?: HydrationQueue }
globals._$HY ??= { events: [], completed: new WeakSet(), r: {}, fe() {} }
const queue = globals._$HY

/**
 * The server's nodes that no component has taken over yet, of all islands by their keys. Solid would create a new map for
 * each island, in which an earlier island wouldn't find what it hydrates later: a lazy component, or a pending boundary.
 */
const registry = new Map<string, Element>()

/** Adds the nodes whose keys begin so. */
function gather(root: string, within: ParentNode = document): void {
  for (const node of within.querySelectorAll<HTMLElement>(`[data-hk^="${root}"]`))
    registry.set(`${node.dataset.hk}`, node)
}

/** Fixes a member of Solid's hydration globals (solid-js 1.9.19, web/dist/web.js). */
function fix(holder: object, name: string, value: unknown): void {
  Object.defineProperty(holder, name, { get: () => value, set() {}, configurable: true })
}

// The first delegated event would set both. Islands and streamed parts that arrive later would then discard the server's
// nodes.
fix(queue, 'done', false)
fix(sharedConfig, 'done', false)
fix(sharedConfig, 'registry', registry)
fix(sharedConfig, 'gather', gather)
sharedConfig.load = (id) => queue.r[id]
sharedConfig.has = (id) => id in queue.r
enableHydration()

/** The owner that reads a slot. It passes Solid contexts to the islands in the slot. */
export const slotOwners: WeakMap<Element, Owner | null> = new WeakMap()

interface MountOptions {
  /** Component name: the first part of the names of its tools. */
  readonly name: string
  readonly props: Record<string, unknown>
  /** Starts the islands in a slot that was added to the page. */
  scan(root: ParentNode): void
}

/** Hydrates `element` with `component`, or renders it if the server sent no HTML. Throws the component's errors. */
export function mountIsland(element: Element, component: Component, { name, props, scan }: MountOptions): void {
  bindSlots(element, props, scan)
  // After an edit, the server's HTML is out of date.
  if ((import.meta as HotMeta).hot && element.hasAttribute('r')) element.replaceChildren()
  const id = element.getAttribute('i') ?? ''
  const renderId = `i${id}-`
  const parentSlot = element.parentElement?.closest('fw-slot')
  const owner = parentSlot ? slotOwners.get(parentSlot) : undefined
  const start = element.hasAttribute('r') ? renderFresh : hydrateSent
  const run = (watch?: (content: unknown) => unknown) =>
    start(
      () => {
        const root = getOwner()
        if (root) islandOwners.set(root, { id, name })
        if ((import.meta as HotMeta).hot && root) rememberIsland(element, { root, component, name, props, scan })
        const content = createComponent(component, props)
        return (import.meta as HotMeta).hot && watch ? (watch(content) as typeof content) : content
      },
      element,
      { renderId, ...(owner && { owner }) },
    )
  // An island of an earlier page may have left nodes.
  for (const key of registry.keys()) if (key.startsWith(renderId)) registry.delete(key)
  if ((import.meta as HotMeta).hot && start === hydrateSent) checkIsland(element, run)
  else run()
  element.removeAttribute('r')
}

interface RootOptions {
  readonly renderId: string
  readonly owner?: Owner
}

function renderFresh(code: Parameters<typeof render>[0], element: Element, options: RootOptions): void {
  render(code, element, undefined, options)
}

/** Takes over the server's nodes, like Solid's `hydrate`, which would replace the registry, and reads a queue of events. */
function hydrateSent(code: Parameters<typeof render>[0], element: Element, options: RootOptions): void {
  sharedConfig.context = { id: options.renderId, count: 0 }
  try {
    gather(options.renderId, element)
    render(code, element, [...element.childNodes] as never, options) // Solid passes them on to `insert`
  } finally {
    sharedConfig.context = undefined
  }
}

/** Defines slots as props with the server's nodes. Slots that aren't shown yet are in templates. */
function bindSlots(element: Element, props: Record<string, unknown>, scan: (root: ParentNode) => void): void {
  const own = (selector: string) =>
    [...element.querySelectorAll(selector)].filter((found) => found.parentElement?.closest('fw-island') === element)
  const bind = (name: string, slot: Element, read?: () => void) =>
    Object.defineProperty(props, name, {
      enumerable: true,
      get() {
        slotOwners.set(slot, getOwner())
        read?.()
        return slot
      },
    })
  for (const slot of own('fw-slot')) bind(slot.getAttribute('name') ?? '', slot)
  for (const template of own('template[data-slot]')) {
    const name = template.getAttribute('data-slot') ?? ''
    const slot = document.createElement('fw-slot')
    slot.setAttribute('name', name)
    slot.append((template as HTMLTemplateElement).content) // matches the selector
    template.remove()
    bind(name, slot, () => queueMicrotask(() => scan(slot)))
  }
}
