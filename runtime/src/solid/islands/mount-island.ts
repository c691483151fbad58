/**
 * Starts one island in the browser. The loader calls this with the element and the component; parents come before what
 * is in their slots. Solid 1.9 hydrates one root per page and several here, hence the repairs (remove with Solid 2).
 */
import { getOwner, type Owner, sharedConfig } from 'solid-js'
import { createComponent, hydrate, render } from 'solid-js/web'
import { checkIsland } from '../hydration/check-island.ts'
import { rememberIsland } from './hot-islands.ts'
import { islandOwners } from './live-intents.ts'
import type { HotMeta } from './tell-failure.ts'

type Component = Parameters<typeof createComponent>[0]

/** Solid's hydration globals, which its types leave out (solid-js 1.9.19, web/dist/web.js). */
interface SolidGlobals {
  done: boolean
  gather?: (root: string) => void
  registry?: Map<string, Element>
}

interface HydrationQueue {
  events: unknown[]
  completed: WeakSet<Element>
  r: Record<string, unknown>
  fe(): void
  done?: boolean
}

const shared = sharedConfig as unknown as SolidGlobals
const globals = globalThis as { _$HY?: HydrationQueue }
globals._$HY ??= { events: [], completed: new WeakSet(), r: {}, fe() {} }
const queue = globals._$HY
// The first delegated event would set both, and every later island would then throw the server's nodes away, as would
// streamed parts that are still on their way.
for (const holder of [shared, queue])
  Object.defineProperty(holder, 'done', { get: () => false, set() {}, configurable: true })

/** The owner under which an island read a slot, so that contexts reach the islands inside it. */
export const slotOwners: WeakMap<Element, Owner | null> = new WeakMap()

interface MountOptions {
  /** Component name; names the tools of the island. */
  readonly name: string
  readonly props: Record<string, unknown>
  /** Called with a slot that became part of the page, and with the document after a streamed part arrived. */
  scan(root: ParentNode): void
}

/**
 * Hydrates `element` with `component`, or renders it where the server sent no HTML. Throws what the component throws.
 */
export function mountIsland(element: Element, component: Component, { name, props, scan }: MountOptions): void {
  bindSlots(element, props, scan)
  // After an edit, what the server has sent is of the last version.
  if ((import.meta as HotMeta).hot && element.hasAttribute('r')) element.replaceChildren()
  const id = element.getAttribute('i') ?? ''
  const parentSlot = element.parentElement?.closest('fw-slot')
  const owner = parentSlot ? slotOwners.get(parentSlot) : undefined
  const start = element.hasAttribute('r') ? renderFresh : hydrate
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
      { renderId: `i${id}-`, ...(owner && { owner }) },
    )
  try {
    if ((import.meta as HotMeta).hot && start === hydrate) checkIsland(element, run)
    else run()
    element.removeAttribute('r')
  } finally {
    gatherEverywhere()
  }
}

function renderFresh(code: Parameters<typeof render>[0], element: Element, options: { owner?: Owner }): void {
  render(code, element, undefined, options)
}

/** Solid keeps one registry for the page: a boundary still waiting would look for its nodes in the last island's root. */
function gatherEverywhere(): void {
  shared.gather = (root) => {
    for (const node of document.querySelectorAll(`[data-hk^="${root}"]`)) {
      const key = node.getAttribute('data-hk') ?? ''
      if (!shared.registry?.has(key)) shared.registry?.set(key, node)
    }
  }
}

/** Slots are the server's nodes, handed over as they are; those that were not shown yet wait in templates. */
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
    slot.append((template as HTMLTemplateElement).content) // the selector says so
    template.remove()
    bind(name, slot, () => queueMicrotask(() => scan(slot)))
  }
}
