/** Components of another library on the server: an island by themselves, or a part of a Solid island. */
import { ssrHydrationKey } from 'solid-js/web'
import type { IslandOptions } from '#contract/page/intent.ts'
import { Html } from '../render/html.ts'
import { solidShared, takePlace } from '../render/render-state.ts'
import { isDeferred } from './defer.ts'
import { ssrIsland } from './ssr-island.ts'

type Props = Readonly<Record<string, unknown>>

interface ForeignComponent {
  /** `<chunk>#<export>` */
  readonly id: string
  readonly name: string
  /** What renders it, as people call it. */
  readonly library: string
  /** False: its HTML is all that there is of it. */
  readonly isIsland: boolean
  readonly options?: IslandOptions | undefined
  /** Its HTML. Ids that it makes begin with `prefix`, in the browser too. */
  render(props: Props, prefix: string): string
}

/** The Solid component around it. Throws a `TypeError` for markup among its props: the other library cannot show it. */
export function ssrForeign({ id, name, library, isIsland, options, render }: ForeignComponent) {
  /** Inside of a Solid island, which claims the element while it hydrates. */
  const renderHosted = (props: Props): Html => {
    const key = ssrHydrationKey()
    return new Html(`<fw-host${key}>${render({ ...props }, /"(.*)"/.exec(key)?.[1] ?? '')}</fw-host>`)
  }
  const bare = (props: Props): Html => {
    const { context } = solidShared
    const island = context?.fwIsland
    return new Html(render({ ...props }, island ? `i${island.id}-` : context ? takePlace(context) : ''))
  }
  return (props: Props): unknown => {
    for (const key of Object.keys(props))
      if (key === 'children' || isMarkup(props[key]))
        throw new TypeError(
          `<${name}> is a component of ${library} and got markup as its prop "${key}". ${library} cannot show it: give it data, and render the markup in its own file.`,
        )
    if (solidShared.context?.noHydrate === false) return renderHosted(props)
    return isIsland ? ssrIsland(id, name, bare, props, options) : bare(props)
  }
}

function isMarkup(value: unknown): boolean {
  return Array.isArray(value) ? value.some(isMarkup) : value instanceof Html || isDeferred(value)
}
