/**
 * A Solid component around an element that is built without Solid: its HTML on the server, and in the browser what takes the
 * element over. Without a compiler: the runtime's own components are made so.
 */
import type { JSX } from 'solid-js'
import { onCleanup } from 'solid-js'
import { getNextElement, isServer, ssrHydrationKey, template } from 'solid-js/web'
import { Html } from '../render/html.ts'
import { type IslandStyle, solidShared } from '../render/render-state.ts'

interface ElementHost<Props> {
  /** As its users write it. */
  readonly name: string
  /** Goes into the head of pages that have it. */
  readonly style: IslandStyle
  /** Its HTML, on the server. */
  render(props: Props): string
  /** Takes over what the server has sent, or an empty element. Answers what ends it. */
  mount(host: Element, props: Props): () => void
}

/** Throws a `TypeError` where it is rendered outside of an island: nothing would take it over in the browser. */
export function hostElement<Props extends object>(host: ElementHost<Props>): (props: Props) => JSX.Element {
  return (props) => (isServer ? onServer(host, props) : inBrowser(host, props))
}

function onServer<Props>({ name, style, render }: ElementHost<Props>, props: Props): JSX.Element {
  const { context } = solidShared
  if (context?.noHydrate !== false || context.fwIsland === undefined)
    throw new TypeError(
      `<${name}> stands outside of an island, so nothing would start it in the browser. Use it in an exported component in a file of its own, outside of src/routes, and that component in the page.`,
    )
  context.fwIsland.styles ??= []
  context.fwIsland.styles.push(style)
  return new Html(`<fw-host${ssrHydrationKey()}>${render(props)}</fw-host>`) as unknown as JSX.Element // what compiled JSX is on the server
}

function inBrowser<Props>({ style, mount }: ElementHost<Props>, props: Props): JSX.Element {
  hostTemplate ??= template('<fw-host>')
  const element = getNextElement(hostTemplate)
  addStyle(style)
  // Not before it is in the page.
  let end: (() => void) | undefined
  queueMicrotask(() => {
    if (!isOver) end = mount(element, props)
  })
  let isOver = false
  onCleanup(() => {
    isOver = true
    end?.()
  })
  return element
}

let hostTemplate: (() => Element) | undefined
const added = new Set<string>()

/** A page that the server rendered with it has it in its head. */
function addStyle({ id, text }: IslandStyle): void {
  if (document.getElementById(id) !== null || added.has(id)) return
  added.add(id)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  document.adoptedStyleSheets.push(sheet)
}
