import { href, type PageProps, type RoutePattern } from '@fw/runtime'
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
expectType<PageProps<'/x/[value=odd]'>['params'], { readonly value: string }>(true)

href('/')
href('/about', {}, { query: { page: 2, tag: ['a', 'b'] }, hash: 'top' })
href('/orders/[id=integer]', { id: 7 })
href('/orders/[id=integer]', { id: '7' })
href('/shelf/[kind=shelf]/[[...path]]', { kind: 'sale' })
href('/shelf/[kind=shelf]/[[...path]]', { kind: 'new', path: ['a', 'b'] })
