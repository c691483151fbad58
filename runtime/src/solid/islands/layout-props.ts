import type { JSX } from 'solid-js'
import type { LayoutPattern } from '#contract/page/href.ts'
import type { PageProps, Params, RouteParams } from '#contract/page/page.ts'

/**
 * Props of a `_layout`. `LayoutProps<'/orders/[id]'>` derives the parameters from the pattern of its folder; the parameters
 * of the pages below are strings that may be missing. `children` is the rendered page or inner layout.
 */
export interface LayoutProps<Route extends LayoutPattern | Params = Params> extends Omit<PageProps, 'params'> {
  readonly params: RouteParams<Route> & Readonly<Partial<Params>>
  readonly children: JSX.Element
}
