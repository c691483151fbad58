/** `island()`: what the author says about an island. The compiler reads it; nothing is left to do when it runs. */
import type { JSX } from 'solid-js'
import type { IslandOptions } from '#contract/page/intent.ts'

/**
 * `export const Chart = island(ChartBody, { when: 'visible', ssr: false })` makes an island of any component and says
 * when it starts in the browser.
 */
export function island<Props>(
  component: (props: Props) => JSX.Element,
  _options: IslandOptions,
): (props: Props) => JSX.Element {
  return component
}

/** What a component comes to in JSX of Solid. */
export type IslandElement = JSX.Element

/** At the use site: when this copy of an island starts in the browser. On other components they mean nothing. */
interface IslandDirectives {
  'client:load'?: boolean
  'client:idle'?: boolean
  /** A margin, as `200px`. */
  'client:visible'?: boolean | string
  'client:interaction'?: boolean
  /** A media query. */
  'client:media'?: string
  /** No HTML from the server. */
  'client:only'?: boolean
  /** Navigation keeps it, state and nodes, while pages have it: by the component's name, or by the one given here. */
  'client:persist'?: boolean | string
}

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicAttributes extends IslandDirectives {}
  }
}
