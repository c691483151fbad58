import {
  href,
  type LayoutPattern,
  type LayoutProps,
  type MetaFunction,
  type PageProps,
  type ParamsOf,
  type RoutePattern,
  type StaticParams,
} from '@fw/runtime'
import { expectType } from '../equal.ts'

expectType<
  RoutePattern,
  '/' | '/about' | '/orders/[id=integer]' | '/shelf/[kind=shelf]/[[...path]]' | '/docs/[...path]' | '/u/[id=uuid]'
>(true)

expectType<PageProps<'/orders/[id=integer]'>['params'], { readonly id: `${bigint}` }>(true)
expectType<PageProps<'/about'>['params'], Readonly<Record<never, never>>>(true)
expectType<PageProps<'/docs/[...path]'>['params'], { readonly path: string }>(true)
expectType<PageProps['params'], Readonly<Record<string, string>>>(true)

// A matcher that is a type predicate says which values there are.
declare const shelf: PageProps<'/shelf/[kind=shelf]/[[...path]]'>
expectType<(typeof shelf.params)['kind'], 'new' | 'sale'>(true)
expectType<(typeof shelf.params)['path'], string | undefined>(true)
expectType<ParamsOf<'/x/[value=odd]'>, { readonly value: string }>(true)

// A constant with one of these types has typed parameters without an annotation of its own.
export const meta: MetaFunction<'/shelf/[kind=shelf]/[[...path]]'> = ({ params }) => {
  expectType<typeof params, { readonly kind: 'new' | 'sale'; readonly path?: string }>(true)
  return { title: params.kind, robots: { maxImagePreview: 'large' } }
}
export const staticParams: StaticParams<'/orders/[id=integer]'> = async () => [{ id: '7' }]
export const anyMeta: MetaFunction = async ({ params }) => ({ title: params.id ?? '' })

// A layout has the parameters of its folder; those of the pages below may be missing.
expectType<LayoutPattern, '/' | '/shelf/[kind=shelf]'>(true)
declare const layout: LayoutProps<'/shelf/[kind=shelf]'>
expectType<(typeof layout.params)['kind'], 'new' | 'sale'>(true)
expectType<(typeof layout.params)['path'], string | undefined>(true)
declare const root: LayoutProps
expectType<(typeof root.params)['kind'], string>(true)

// Everything that imports the framework knows what it adds to the page.
export const added = async (): Promise<readonly string[]> => ((await window.fw?.tools()) ?? []).map(({ name }) => name)

href('/')
href('/about', {}, { query: { page: 2, tag: ['a', 'b'] }, hash: 'top' })
href('/orders/[id=integer]', { id: 7 })
href('/orders/[id=integer]', { id: '7' })
href('/shelf/[kind=shelf]/[[...path]]', { kind: 'sale' })
href('/shelf/[kind=shelf]/[[...path]]', { kind: 'new', path: ['a', 'b'] })
