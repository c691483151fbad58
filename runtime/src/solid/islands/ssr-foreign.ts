/** Renders components of other libraries on the server, as an island or as a part of a Solid island. */
import { ssrHydrationKey } from 'solid-js/web'
import type { IslandOptions } from '#contract/page/intent.ts'
import { disableOwnMarks } from '../render/disable-marks.ts'
import { Html } from '../render/html.ts'
import { solidShared, takePlace } from '../render/render-state.ts'
import { isMarkup } from './is-markup.ts'
import { ssrIsland } from './ssr-island.ts'

type Props = Readonly<Record<string, unknown>>

interface ForeignComponent {
  /** `<chunk>#<export>` */
  readonly id: string
  readonly name: string
  /** Name of its library, for messages. */
  readonly library: string
  /** False for a component that is static HTML. */
  readonly isIsland: boolean
  readonly options?: IslandOptions | undefined
  /** Returns its HTML. Its ids begin with `prefix`, in the browser too. */
  render(props: Props, prefix: string): string
}

/** Wraps the component in a Solid component, which throws a `TypeError` for markup in its props. */
export function ssrForeign({ id, name, library, isIsland, options, render }: ForeignComponent) {
  const renderHtml = (props: Props, prefix: string) => disableOwnMarks(render({ ...props }, prefix))
  /** Renders it inside a Solid island, which claims the element during hydration. */
  const renderHosted = (props: Props): Html => {
    const key = ssrHydrationKey()
    return new Html(`<fw-host${key}>${renderHtml(props, /"(.*)"/.exec(key)?.[1] ?? '')}</fw-host>`)
  }
  const bare = (props: Props): Html => {
    const { context } = solidShared
    const island = context?.fwIsland
    return new Html(renderHtml(props, island ? `i${island.id}-` : context ? takePlace(context) : ''))
  }
  return (props: Props): unknown => {
    for (const key of Object.keys(props))
      if (key === 'children' || isMarkup(props[key]))
        throw new TypeError(
          `<${name}> is a ${library} component, and its prop "${key}" is markup, which ${library} can't render. Pass data, and render the markup in the component's own file.`,
        )
    if (solidShared.context?.noHydrate === false) return renderHosted(props)
    return isIsland ? ssrIsland(id, name, bare, props, options) : bare(props)
  }
}
