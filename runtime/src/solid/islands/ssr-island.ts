/** An island on the server: its HTML with hydration keys of its own, inside a page that has none. */
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
import { isDeferred } from './defer.ts'

type Props = Readonly<Record<string, unknown>>
type Component = (props: Props) => unknown

/** An island inside another one is rendered in browsers alone: so is the outer one. It is no failure. */
class BrowserOnly extends Error {}

/**
 * What the compiler makes of an exported interactive component. Inside another island it is the plain component.
 * Without a `component` the server has no code of it: browsers render it.
 * Throws a `TypeError` when a prop cannot be sent to the browser; an island that throws itself is left to the browser.
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
      `<${name}> was rendered outside of a page render. In code that waits, use an async function with await, so that its JSX is rendered with the page.`,
    )
  const state = outer.fw
  // Called, and not made a component of: the browser has no wrapper here, and hydration keys count components.
  if (!outer.noHydrate || state === undefined) {
    if (facts && outer.fwIsland?.facts.includes(facts) === false) outer.fwIsland.facts.push(facts)
    if (component === undefined) throw new BrowserOnly(`<${name}> is rendered in browsers alone.`)
    return component(props)
  }

  const { plain, slots, when, keep } = readProps(name, props, options)
  const place = takePlace(outer)
  const index = indexOf(place, state)
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
      html = within(inner, () => htmlText(render(component, given)))
    } catch (error) {
      fresh = true
      slotted?.rendered.clear()
      record.intents.length = 0
      if (!(error instanceof BrowserOnly)) state.onIslandError(error, record)
    }
  return new Html(state.markup.island(record, { props: plain, html, fresh, lateSlots: slotted?.late() ?? NO_SLOTS }))
}

/**
 * An island keeps its id when a boundary around it is rendered again: its data is known by it. With a new id the data
 * would be loaded anew each time, which ends the wait of the boundary again, for ever.
 */
function indexOf(place: string, { places }: RenderState): number {
  const index = places.get(place) ?? places.size
  places.set(place, index)
  return index
}

const NO_SLOTS: ReadonlyMap<string, string> = new Map()

/** Slots are rendered when the island reads them, once. `context` is a copy: the place in the page goes on. */
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
      within({ ...context, id: `${context.id}s${slots.indexOf(slot)}-`, count: 0 }, () => htmlText(props[slot]))
    rendered.set(slot, html)
    return html
  }
  for (const slot of slots)
    Object.defineProperty(given, slot, {
      enumerable: true,
      get: () => new Html(state.markup.slot(slot, slotHtml(slot))),
    })
  /** Those that the island did not read. */
  const late = () => new Map(slots.filter((slot) => !rendered.has(slot)).map((slot) => [slot, slotHtml(slot)]))
  return { rendered, late }
}

function readProps(name: string, props: Props, options: IslandOptions | undefined) {
  const plain: Record<string, unknown> = {}
  const slots: string[] = []
  let when: string = options?.when ?? 'load'
  let keep: string | undefined
  for (const key of Object.keys(props)) {
    if (key === 'client:persist') {
      if (props[key] !== false) keep = typeof props[key] === 'string' ? props[key] : name
      continue
    }
    if (key.startsWith('client:')) {
      when = toTrigger(key.slice(7), props[key]) ?? when
      continue
    }
    // Children may hold other islands and read contexts: rendered where the island puts them, never before.
    const value = key === 'children' ? undefined : props[key]
    if (key === 'children' || isMarkup(value)) slots.push(key)
    else if (typeof value === 'function')
      throw new TypeError(
        `The island <${name}> got a function as its prop "${key}". Functions cannot be sent to the browser: define it inside the island, or make it an api or an intent.`,
      )
    else if (value !== undefined) plain[key] = value
  }
  return { plain, slots, when, keep }
}

/**
 * The name under which a kept island is found again is its id: those of other pages never meet it. In another language it
 * has another one, so that it begins again and speaks that.
 */
function checkKeep(name: string, keep: string, index: number, { instances }: RenderState): string {
  if (!/^[A-Za-z]\w*$/.test(keep))
    throw new TypeError(
      `client:persist of <${name}> is "${keep}". Name it with letters, digits and underscores, a letter first.`,
    )
  const locale = localeSource.read?.()?.locale
  const id = locale === undefined ? keep : `${keep}_${locale.replaceAll('-', '_')}`
  if (instances.some((one, other) => one.id === id && other !== index))
    throw new TypeError(
      `The page has two islands that are kept as "${keep}". Name them apart: client:persist="left", client:persist="right".`,
    )
  return id
}

/** `client:visible`, `client:visible="200px"`, `client:media="(min-width: 40em)"`; `{false}` changes nothing. */
function toTrigger(directive: string, value: unknown): string | undefined {
  if (value === false || value === undefined) return undefined
  return typeof value === 'string' && value !== '' ? `${directive}:${value}` : directive
}

function isMarkup(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isMarkup)
  return isDeferred(value) || value instanceof Html
}

function render(component: Component, props: Props): unknown {
  return createComponent(component as Parameters<typeof createComponent>[0], props) // Solid types components by JSX.Element
}

function within<Result>(context: SolidContext & { fw?: RenderState }, run: () => Result): Result {
  const before = solidShared.context
  solidShared.context = context
  try {
    return run()
  } finally {
    solidShared.context = before
  }
}
