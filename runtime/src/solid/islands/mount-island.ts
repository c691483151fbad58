/**
 * Starts one island in the browser. The loader calls this with the element and the component, for outer islands before the
 * islands in their slots. Solid 1.9 supports one hydrated root per page. The workarounds here allow several (remove with
 * Solid 2).
 */
import { $PROXY, createSignal, enableHydration, getOwner, type Owner, sharedConfig } from 'solid-js'
import { createComponent, render } from 'solid-js/web'
import { SLOTS } from '#contract/page/slots.ts'
import { checkIsland } from '../hydration/check-island.ts'
import { rememberIsland } from './hot-islands.ts'
import { islandOwners, type SolidIsland } from './live-intents.ts'
import type { HotMeta } from './report-failure.ts'

type Component = Parameters<typeof createComponent>[0]

interface HydrationQueue {
  r: Record<string, unknown>
  fe(): void
}

const globals = globalThis as unknown as { _$HY: HydrationQueue } // set by the page, or here
// An element of a user with this id is a member, too, but not an own one.
if (!Object.hasOwn(globals, '_$HY')) globals._$HY = { r: {}, fe() {} }
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
  /** Nonce of the document, if it has a policy. */
  readonly nonce?: string | undefined
}

/** Hydrates `element` with `component`, or renders it if the server sent no HTML. Throws the component's errors. */
export function mountIsland(element: Element, component: Component, { name, props, scan, nonce }: MountOptions): void {
  const slots = bindSlots(element, props, scan, nonce)
  const sources: SolidIsland['sources'] = new Map()
  const given = trackProps(props, sources)
  // After an edit, the server's HTML is out of date.
  if ((import.meta as HotMeta).hot && element.hasAttribute('r')) element.replaceChildren()
  const id = element.getAttribute('i') as string // islands have one
  const renderId = `i${id}-`
  const owner = slotOwners.get(element.parentElement?.closest('fw-slot') as Element) // `undefined` has none
  const isSent = !element.hasAttribute('r')
  // Takes over the server's nodes like Solid's `hydrate`, which would replace the registry, and reads a queue of events.
  const run = (watch?: (content: unknown) => unknown) => {
    if (isSent) {
      sharedConfig.context = { id: renderId, count: 0 }
      gather(renderId, element)
    }
    const code = () => {
      const root = getOwner() as Owner // `render` creates one
      islandOwners.set(root, { id, name, host: element, props, sources, slots })
      if ((import.meta as HotMeta).hot) rememberIsland(element, { root, component, name, props, scan })
      const content = createComponent(component, given)
      return (import.meta as HotMeta).hot && watch ? (watch(content) as typeof content) : content
    }
    try {
      const nodes = (isSent ? [...element.childNodes] : undefined) as never // Solid passes them on to `insert`
      render(code, element, nodes, { owner } as object)
    } finally {
      sharedConfig.context = undefined
    }
  }
  // An island of an earlier page may have left nodes.
  for (const key of registry.keys()) if (key.startsWith(renderId)) registry.delete(key)
  if ((import.meta as HotMeta).hot && isSent) checkIsland(element, run)
  else run()
  element.removeAttribute('r')
}

/** Returns reactive props: another page that keeps the island changes `props` and then notifies the readers in `sources`. */
function trackProps(props: Record<string, unknown>, sources: SolidIsland['sources']): Record<string, unknown> {
  const track = (key?: PropertyKey) => {
    const signal = sources.get(key) ?? createSignal<object>()
    sources.set(key, signal)
    signal[0]()
  }
  return new Proxy(props, {
    get(target, key) {
      track(key)
      return target[key as string] // symbols too
    },
    has(target, key) {
      track(key)
      // Solid checks this symbol to find out whether the keys may change.
      return key === $PROXY || key in target
    },
    ownKeys(target) {
      track()
      return Reflect.ownKeys(target)
    },
  })
}

/** Defines slots as props with the server's nodes, which it returns. Slots that aren't shown yet are in templates. */
function bindSlots(
  element: Element,
  props: Record<string, unknown>,
  scan: (root: ParentNode) => void,
  ownNonce: string | undefined,
): Element[] {
  const own = [...element.querySelectorAll(SLOTS)].filter(
    (found) => (found.parentElement as Element).closest('fw-island') === element, // they are in the island
  )
  return own.map((found) => {
    const { content } = found as Partial<HTMLTemplateElement> // slots have none
    const name = `${found.getAttribute(content ? 'data-slot' : 'name')}`
    const slot = content ? document.createElement('fw-slot') : found
    if (content) {
      slot.setAttribute('name', name)
      // A policy allows every script that this one adds. A script runs once: here in the document of templates, which runs none. Only
      // copies of the page's own scripts run. The same as in `take-content.ts`.
      for (const node of content.querySelectorAll(`[nonce="${ownNonce}"]`)) {
        const copy = node.cloneNode(true)
        queueMicrotask(() => node.replaceWith(copy))
      }
      if (ownNonce) content.ownerDocument.append(slot)
      slot.append(content)
      slot.remove()
      found.remove()
    }
    Object.defineProperty(props, name, {
      enumerable: true,
      get() {
        slotOwners.set(slot, getOwner())
        queueMicrotask(() => scan(slot))
        return slot
      },
    })
    return slot
  })
}
