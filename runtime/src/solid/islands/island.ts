/** `island()` declares options of an island. The compiler reads them, so the function only returns the component. */
import type { JSX } from 'solid-js'
import type { IslandOptions } from '#contract/page/intent.ts'

/**
 * Turns a component into an island, and sets when it starts in the browser:
 * `export const Chart = island(ChartBody, { when: 'visible', ssr: false })`.
 */
export function island<Props>(
  component: (props: Props) => JSX.Element,
  _options: IslandOptions,
): (props: Props) => JSX.Element {
  return component
}

/** The result type of a component in Solid's JSX. */
export type IslandElement = JSX.Element

/** Attributes that set when a copy of an island starts in the browser. They have no effect on other components. */
interface IslandDirectives {
  'client:load'?: boolean
  'client:idle'?: boolean
  /** A margin, such as `200px`. */
  'client:visible'?: boolean | string
  'client:interaction'?: boolean
  /** A media query. */
  'client:media'?: string
  /** Renders the island in the browser only. */
  'client:only'?: boolean
  /** Preserves the island's state and nodes across pages that contain it, by the component's name or the given name. */
  'client:persist'?: boolean | string
  /**
   * Tells the islands of a list apart when the page is shown again: an island keeps its state where its key is. With another key, it
   * starts again. The component gets it as a prop, too.
   */
  key?: string | number
}

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicAttributes extends IslandDirectives {}
  }
}
