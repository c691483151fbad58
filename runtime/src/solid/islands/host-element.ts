/**
 * A Solid component around an element that is built without Solid: it renders HTML on the server, and a function takes
 * the element over in the browser. The runtime's own components use this, because they aren't compiled.
 */
import type { JSX } from 'solid-js'
import { onCleanup } from 'solid-js'
import { getNextElement, isServer, ssrHydrationKey, template } from 'solid-js/web'
import { Html } from '../render/html.ts'
import { type IslandStyle, solidShared } from '../render/render-state.ts'

interface ElementHost<Props> {
  /** Name of the component in the app's JSX. */
  readonly name: string
  /** Style that is added to the head of pages with the component. */
  readonly style: IslandStyle
  /** Returns its HTML on the server. */
  render(props: Props): string
  /** Takes over the server's element, or an empty one. Returns a function that disposes it. */
  mount(host: Element, props: Props): () => void
}

/** Creates the component. It throws a `TypeError` outside an island, because the browser wouldn't take it over. */
export function hostElement<Props extends object>(host: ElementHost<Props>): (props: Props) => JSX.Element {
  return (props) => (isServer ? renderOnServer(host, props) : mountInBrowser(host, props))
}

function renderOnServer<Props>({ name, style, render }: ElementHost<Props>, props: Props): JSX.Element {
  const { context } = solidShared
  if (context?.noHydrate !== false || context.fwIsland === undefined)
    throw new TypeError(
      `<${name}> is outside an island, so it would not start in the browser. Use it in an exported component in a separate file, outside src/routes, and use that component in the page.`,
    )
  context.fwIsland.styles ??= []
  context.fwIsland.styles.push(style)
  return new Html(`<fw-host${ssrHydrationKey()}>${render(props)}</fw-host>`) as unknown as JSX.Element // compiled JSX has this form on the server
}

function mountInBrowser<Props>({ style, mount }: ElementHost<Props>, props: Props): JSX.Element {
  hostTemplate ??= template('<fw-host>')
  const element = getNextElement(hostTemplate)
  addStyle(style)
  // Mounts only after the element is in the page.
  let end: (() => void) | undefined
  queueMicrotask(() => {
    if (!isDisposed) end = mount(element, props)
  })
  let isDisposed = false
  onCleanup(() => {
    isDisposed = true
    end?.()
  })
  return element
}

let hostTemplate: (() => Element) | undefined
const added = new Set<string>()

/** Adds the style, unless the server has put it into the head. */
function addStyle({ id, text }: IslandStyle): void {
  if (document.querySelector(`style#${id}`) !== null || added.has(id)) return
  added.add(id)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  // An image of a user with this name would be the document's own member.
  const sheets: CSSStyleSheet[] = Reflect.get(Document.prototype, 'adoptedStyleSheets', document)
  sheets.push(sheet)
}
