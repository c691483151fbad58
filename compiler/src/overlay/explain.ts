/** `window.fw.explain(element)`: what an element of the page shows and calls, and where its code stands. */
import type { ElementExplanation, ExplainedBinding } from '@fw/runtime/contract'
import type { BindingModel, ComponentBindings } from '../model.ts'

/** Answers the bindings of the app's components as they are now, by id. */
export const BINDINGS_URL = '/_fw/dev/bindings'

/** Of elements that have bindings: `<file>:<line>:<column>`, the file relative to the app. */
export const PLACE_ATTRIBUTE = 'data-fw-at'

type KnownBindings = Readonly<Record<string, ComponentBindings>>

/** Looks at the element itself, then outwards up to its island. Rejects for what is no element. */
export async function explain(element: Element): Promise<ElementExplanation> {
  if (!(element instanceof Element)) throw new TypeError('explain() takes an element of this page.')
  const response = await fetch(BINDINGS_URL)
  if (!response.ok) throw new Error(`${BINDINGS_URL} answered ${response.status}.`)
  const known: KnownBindings = await response.json()
  // What stands in a slot is not of the island around it.
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

/** As the page's own list of its islands has it: one without bindings is not known otherwise. */
function nameInPage(key: string): string {
  for (const list of document.querySelectorAll('script[id^=fw-islands]')) {
    const { n = {} } = JSON.parse(list.textContent ?? '{}') as { n?: Record<string, string> } // the server wrote it
    if (n[key] !== undefined) return n[key]
  }
  return key
}

/** `place`: file, line and column. Several components may share a part: that of the island comes first. */
function bindingsAt(place: string, island: string | undefined, known: KnownBindings) {
  const [, file = '', position = ''] = /^(.*):(\d+:\d+)$/.exec(place) ?? []
  const here = Object.entries(known)
    .filter(([, component]) => component.file === file)
    .sort(([a], [b]) => Number(b === island) - Number(a === island))
  const component = here.find(([, { bindings }]) => bindings.some(({ element }) => element === position))?.[1]
  return component && describe(component, place, (binding) => binding.element === position)
}

/** What stands outside of all elements of the island. */
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
