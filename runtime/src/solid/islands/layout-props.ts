import type { JSX } from 'solid-js'
import type { PageProps } from '#contract/page/page.ts'

/** Props of a `_layout`. `children` is the rendered page or inner layout. */
export interface LayoutProps extends PageProps {
  readonly children: JSX.Element
}
