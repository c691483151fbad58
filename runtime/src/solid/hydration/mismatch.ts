/** Reports hydration mismatches to the console and the overlay of `fw dev`. No build contains this folder. */
import { ErrorBoundary, For, getOwner, Index, Match, type Owner, Show, Suspense, Switch, sharedConfig } from 'solid-js'

/** The differing HTML of both sides. */
interface MismatchMarkup {
  readonly server: string
  readonly browser: string
}

/** The browser rendered other content than the server sent. */
export class HydrationMismatch extends Error {
  override readonly name = 'HydrationMismatch'
  readonly markup: MismatchMarkup

  constructor(message: string, markup: MismatchMarkup) {
    super(message)
    this.markup = markup
  }
}

/** Mismatches of one island. After a structural mismatch, all later comparisons are unreliable. */
interface IslandMismatches {
  count: number
  structural: HydrationMismatch | undefined
}

const islands = new WeakMap<Element, IslandMismatches>()
/** Maximum of reports per island. Further reports rarely add information. */
const MAX_REPORTS = 5

/** Returns the structural mismatch that was reported for an island. */
export function getStructuralMismatch(island: Element): HydrationMismatch | undefined {
  return islands.get(island)?.structural
}

/** Returns whether Solid is hydrating. */
export function isHydrating(): boolean {
  return Boolean(sharedConfig.context) && sharedConfig.registry !== undefined
}

/** Reports a mismatch. `element` is in the island. `what` ends the sentence that begins with the component's name. */
export function reportMismatch(
  element: Element,
  {
    what,
    isStructural = false,
    ...markup
  }: MismatchMarkup & { readonly what: string; readonly isStructural?: boolean },
): void {
  const island = element.closest('fw-island')
  if (island === null) return
  const known = islands.get(island) ?? { count: 0, structural: undefined }
  islands.set(island, known)
  if (known.structural !== undefined || known.count === MAX_REPORTS) return
  known.count++
  const component = findComponent(getOwner()) ?? `${island.getAttribute('c')}`.replace(/^.*#/, '')
  const mismatch = new HydrationMismatch(`Hydration of <${component}>: ${what}.`, markup)
  if (isStructural) known.structural = mismatch
  console.error(`[fw] ${mismatch.message}\nServer:  ${markup.server}\nBrowser: ${markup.browser}`, element)
  element.dispatchEvent(new CustomEvent('fw:mismatch', { bubbles: true, detail: { error: mismatch } }))
}

/** An owner in Solid's development build. */
interface DevOwner extends Owner {
  readonly component?: { readonly name: string }
}

const BUILT_IN: ReadonlySet<unknown> = new Set([ErrorBoundary, For, Index, Match, Show, Suspense, Switch])

/** Returns the name of the app's component that is rendering. Providers of contexts have lower-case names. */
function findComponent(owner: DevOwner | null): string | undefined {
  for (let current = owner; current !== null; current = current.owner) {
    const { component } = current
    if (component !== undefined && !BUILT_IN.has(component) && /^[A-Z]/.test(component.name)) return component.name
  }
  return undefined
}
