import { href, type LayoutProps, type MetaFunction, type PageProps, type StaticParams } from '@fw/runtime'

href('/nowhere') // error TS2345
href('/orders/[id=integer]') // error TS2554
href('/orders/[id=integer]', { id: 'seven' }) // error TS2322
href('/orders/[id=integer]', { order: 7 }) // error TS2353
href('/shelf/[kind=shelf]/[[...path]]', { kind: 'old' }) // error TS2322
href('/about', {}, { query: { when: new Date() } }) // error TS2322

export const page = ({ params }: PageProps<'/orders/[id=integer]'>): string => params.order // error TS2339
export const moved = (props: PageProps<'/orders/[order]'>): unknown => props // error TS2344
export const layout = (props: LayoutProps<'/orders'>): unknown => props // error TS2344
export const meta: MetaFunction<'/docs/[...path]'> = ({ params }) => ({ title: params.slug }) // error TS2339
export const title: MetaFunction<'/docs/[...path]'> = () => ({ titel: 'Docs', title: 1 }) // error TS2322
export const staticParams: StaticParams<'/u/[id=uuid]'> = [{ user: '1' }] // error TS2353
export const tools = (): unknown => window.fw?.tool() // error TS2551
