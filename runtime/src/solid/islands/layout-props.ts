import type { JSX } from 'solid-js'
import type { PageProps } from '#contract/page/page.ts'

/** What a `_layout` receives. `children` is the page, or the next layout, rendered. */
export interface LayoutProps extends PageProps {
  readonly children: JSX.Element
}
