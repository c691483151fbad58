/** Renders an island on the server: its HTML has hydration keys, and the page around it has none. */
import { createComponent } from 'solid-js/web'
import type { IslandOptions } from '#contract/page/intent.ts'
import { localeSource } from '#contract/page/locale.ts'
import { Html } from '../render/html.ts'
import { htmlText } from '../render/print-html.ts'
import {
  type IslandRecord,
  type RenderState,
  type SolidContext,
  solidShared,
  takePlace,
} from '../render/render-state.ts'
import type { ComponentFacts } from './component-facts.ts'
import { isMarkup } from './is-markup.ts'

type Props = Readonly<Record<string, unknown>>
type Component = (props: Props) => unknown

/** Thrown if an island contains another one that renders in browsers only: the outer one then does too. Not reported. */
class BrowserOnly extends Error {}

/**
 * Renders an exported interactive component; the compiler adds the call. Inside another island it is a plain component.
 * Without `component`, the server has no code for it, and browsers render it. Throws a `TypeError` for a prop that can't be
 * sent to the browser. A component that throws is rendered by the browser.
 */
export function ssrIsland(
  id: string,
  name: string,
  component: Component | undefined,
  props: Props,
  options?: IslandOptions,
  facts?: ComponentFacts,
): unknown {
  const outer = solidShared.context
  if (outer === undefined)
    throw new Error(
      `<${name}> was rendered outside a page render. In asynchronous code, use an async function with await, so that its JSX is rendered with the page.`,
    )
  const state = outer.fw
  // A plain call doesn't count as a component in hydration keys: the browser has no wrapper here.
  if (!outer.noHydrate || state === undefined) {
    if (facts && outer.fwIsland?.facts.includes(facts) === false) outer.fwIsland.facts.push(facts)
    if (component === undefined) throw new BrowserOnly(`<${name}> is rendered in browsers only.`)
    return component(props)
  }

  const { plain, slots, when, keep, key } = readProps(name, props, options)
  const place = takePlace(outer)
  const index = getIslandIndex(place, state)
  const record: IslandRecord = {
    id: keep === undefined ? `${outer.fwKept ?? ''}${index}` : checkKeep(name, keep, index, state),
    component: id,
    name,
    hydrate: when,
    intents: [],
    stores: [],
    description: facts?.description,
    facts: facts === undefined ? [] : [facts],
    ...(keep === undefined ? {} : { keep: true }),
    ...(key === undefined ? {} : { key }),
  }
  state.instances[index] = record
  const given: Record<string, unknown> = { ...plain }
  const slotted =
    slots.length === 0
      ? undefined
      : bindSlots(given, slots, props, { ...outer, id: place, ...(keep && { fwKept: `${record.id}.` }) }, state)

  let html = ''
  let fresh = component === undefined || options?.ssr === false || when === 'only'
  if (component !== undefined && !fresh)
    try {
      const inner: SolidContext = { ...outer, id: `i${record.id}-`, count: 0, noHydrate: false, fwIsland: record }
      html = runInContext(inner, () => htmlText(render(component, given)))
    } catch (error) {
      fresh = true
      slotted?.rendered.clear()
      record.intents.length = 0
      if (!(error instanceof BrowserOnly)) state.onIslandError(error, record)
    }
  return new Html(state.markup.island(record, { props: plain, html, fresh, lateSlots: slotted?.late() ?? NO_SLOTS }))
}

/**
 * Returns the index of an island, which stays the same when a boundary around it renders again. Its id contains the index and
 * identifies its data: with a new id, each render would load the data again, and the boundary would stay pending.
 */
function getIslandIndex(place: string, { places }: RenderState): number {
  const index = places.get(place) ?? places.size
  places.set(place, index)
  return index
}

const NO_SLOTS: ReadonlyMap<string, string> = new Map()

/** Defines slots that render once, when the island reads them. `context` is a copy, because the page's context advances. */
function bindSlots(
  given: Record<string, unknown>,
  slots: readonly string[],
  props: Props,
  context: SolidContext,
  state: RenderState,
) {
  const rendered = new Map<string, string>()
  const slotHtml = (slot: string): string => {
    const html =
      rendered.get(slot) ??
      runInContext({ ...context, id: `${context.id}s${slots.indexOf(slot)}-`, count: 0 }, () => htmlText(props[slot]))
    rendered.set(slot, html)
    return html
  }
  for (const slot of slots)
    Object.defineProperty(given, slot, {
      enumerable: true,
      get: () => new Html(state.markup.slot(slot, slotHtml(slot))),
    })
  /** Renders the slots that the island hasn't read. */
  const late = () => new Map(slots.filter((slot) => !rendered.has(slot)).map((slot) => [slot, slotHtml(slot)]))
  return { rendered, late }
}

function readProps(name: string, props: Props, options: IslandOptions | undefined) {
  const plain: Record<string, unknown> = {}
  const slots: string[] = []
  let when: string = options?.when ?? 'load'
  let keep: string | undefined
  let islandKey: string | undefined
  for (const key of Object.keys(props)) {
    if (key === 'client:persist') {
      if (props[key] !== false) keep = typeof props[key] === 'string' ? props[key] : name
      continue
    }
    if (key.startsWith('client:')) {
      when = toTrigger(key.slice(7), props[key]) ?? when
      continue
    }
    if (key === 'key' && /^(?:string|number)$/.test(typeof props[key])) islandKey = `${props[key]}`
    // Children may contain islands and read contexts, so they render only where the island inserts them.
    const value = key === 'children' ? undefined : props[key]
    if (key === 'children' || isMarkup(value)) slots.push(key)
    else if (typeof value === 'function')
      throw new TypeError(
        `The prop "${key}" of the island <${name}> is a function, which cannot be sent to the browser. Define it inside the island, or make it an api or an intent.`,
      )
    else if (value !== undefined) plain[key] = value
  }
  return { plain, slots, when, keep, key: islandKey }
}

/**
 * Returns the id of a persistent island, which is its name, so that the next page finds it. The id contains the locale:
 * an island starts again in another language.
 */
function checkKeep(name: string, keep: string, index: number, { instances }: RenderState): string {
  if (!/^[A-Za-z]\w*$/.test(keep))
    throw new TypeError(
      `"${keep}" is not a valid client:persist name for <${name}>. Use letters, digits and underscores, and begin with a letter.`,
    )
  const locale = localeSource.read?.()?.locale
  const id = locale === undefined ? keep : `${keep}_${locale.replaceAll('-', '_')}`
  if (instances.some((one, other) => one.id === id && other !== index))
    throw new TypeError(
      `Two islands of the page have the client:persist name "${keep}". Give each its own name: client:persist="left", client:persist="right".`,
    )
  return id
}

/** Converts `client:visible`, `client:visible="200px"` or `client:media="(min-width: 40em)"`. `{false}` has no effect. */
function toTrigger(directive: string, value: unknown): string | undefined {
  if (value === false || value === undefined) return undefined
  return typeof value === 'string' && value !== '' ? `${directive}:${value}` : directive
}

function render(component: Component, props: Props): unknown {
  return createComponent(component as Parameters<typeof createComponent>[0], props) // Solid types components by JSX.Element
}

function runInContext<Result>(context: SolidContext & { fw?: RenderState }, run: () => Result): Result {
  const before = solidShared.context
  solidShared.context = context
  try {
    return run()
  } finally {
    solidShared.context = before
  }
}
