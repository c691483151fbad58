/** Prints `<For>` for compiled components, if its callback returns markup only. */
import { createComponent } from 'solid-js/web'
import { Html } from './html.ts'
import { htmlText } from './print-html.ts'
import { solidShared } from './render-state.ts'

/** Returns the HTML of an item. */
type RenderItem = (item: unknown, index: () => number) => string

/**
 * Prints a list. Equals `htmlText(createComponent(For, props))`.
 *
 * @param fallback Returns what is shown without items.
 */
export function htmlList(each: () => unknown, render: RenderItem, fallback?: () => unknown): string {
  const { context } = solidShared
  if (context === undefined || context.noHydrate) return printItems(each, render) ?? htmlText(fallback?.())
  // Hydration keys inside contain the position of the component.
  const list = () => {
    const html = printItems(each, render)
    return html === undefined ? fallback?.() : new Html(html)
  }
  return htmlText(createComponent(list as Parameters<typeof createComponent>[0], {})) // Solid types components by JSX.Element
}

/** Returns `undefined` for an empty list. As in Solid, any value with a length is a list. */
function printItems(each: () => unknown, render: RenderItem): string | undefined {
  const list = (each() || []) as ArrayLike<unknown>
  const { length } = list
  if (!length) return undefined
  // Joined at once: a string of many concatenations is a tree, which takes longer to collect and to flatten.
  const items = new Array<string>(length)
  for (let index = 0; index < length; index++) items[index] = render(list[index], () => index)
  return items.join('')
}
