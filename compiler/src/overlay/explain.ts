/**
 * `window.fw.explain(element)`: returns the state that an element shows, the functions that it calls, and their source. Without
 * an element: the live reads of the page.
 */
import type { ElementExplanation, ExplainedBinding, PageExplanation } from '@fw/runtime/contract'
import type { BindingModel, ComponentBindings } from '../model.ts'
import { explainPage } from './live-reads.ts'

/** URL that returns the current bindings of the app's components, by id. */
export const BINDINGS_URL = '/_fw/dev/bindings'

/** Attribute of elements with bindings: `<file>:<line>:<column>`, with the file relative to the app. */
export const PLACE_ATTRIBUTE = 'data-fw-at'

type KnownBindings = Readonly<Record<string, ComponentBindings>>

/** Explains the element, or the nearest explained one up to its island. Rejects unless the argument is an element. */
export async function explain(element: Element): Promise<ElementExplanation>
/** Returns the live reads of the page, with their tags and the writes that refreshed them. */
export async function explain(): Promise<PageExplanation>
export async function explain(...given: readonly [element?: Element]): Promise<ElementExplanation | PageExplanation> {
  if (given.length === 0) return explainPage()
  const [element] = given
  if (!(element instanceof Element)) throw new TypeError('The argument of explain() must be an element of this page.')
  const response = await fetch(BINDINGS_URL)
  if (!response.ok) throw new Error(`${BINDINGS_URL} failed with status ${response.status}.`)
  const known: KnownBindings = await response.json()
  // The content of a slot doesn't belong to the island around it.
  const around = element.closest('fw-island,fw-slot')
  const marked = element.closest(`[${PLACE_ATTRIBUTE}]`)
  const isOwn = marked !== null && (around === null || around.contains(marked))
  const islandElement = element.closest('fw-island')
  const island = islandElement && findIsland(islandElement, known)
  const found = isOwn
    ? bindingsAt(marked.getAttribute(PLACE_ATTRIBUTE) ?? '', island?.key, known)
    : around === islandElement && island
      ? listOutermost(island.key, known)
      : undefined
  return {
    ...(island && { island: { id: island.id, component: island.component } }),
    ...found?.about,
    bindings: found?.bindings ?? [],
    reads: [...new Set(found?.bindings.flatMap(({ reads }) => reads))],
    calls: [...new Set(found?.bindings.flatMap(({ calls }) => calls))],
  }
}

function findIsland(element: Element, known: KnownBindings) {
  const key = element.getAttribute('c') ?? ''
  return { key, id: element.getAttribute('i') ?? '', component: known[key]?.name ?? nameInPage(key) }
}

/** Returns the name of an island from the page's list, for islands without bindings. */
function nameInPage(key: string): string {
  for (const list of document.querySelectorAll('script[id^=fw-islands]')) {
    const { n = {} } = JSON.parse(list.textContent ?? '{}') as { n?: Record<string, string> } // written by the server
    if (n[key] !== undefined) return n[key]
  }
  return key
}

/** Returns the bindings at a file, line and column. If several components contain it, the island's component wins. */
function bindingsAt(place: string, island: string | undefined, known: KnownBindings) {
  const [, file = '', position = ''] = /^(.*):(\d+:\d+)$/.exec(place) ?? []
  const here = Object.entries(known)
    .filter(([, component]) => component.file === file)
    .sort(([a], [b]) => Number(b === island) - Number(a === island))
  const component = here.find(([, { bindings }]) => bindings.some(({ element }) => element === position))?.[1]
  return component && describe(component, place, (binding) => binding.element === position)
}

/** Returns the bindings outside all elements of the island. */
function listOutermost(key: string, known: KnownBindings) {
  const component = known[key]
  return component && describe(component, component.file, ({ element }) => element === undefined)
}

function describe(component: ComponentBindings, source: string, isMeant: (binding: BindingModel) => boolean) {
  const { name, description, file, bindings } = component
  return {
    about: { component: name, ...(description !== undefined && { description }), source },
    bindings: bindings
      .filter(isMeant)
      .map(({ element: _, line, ...binding }): ExplainedBinding => ({ ...binding, source: `${file}:${line}` })),
  }
}
