import { href, type PageProps } from '@fw/runtime'

href('/nowhere') // error TS2345
href('/orders/[id=integer]') // error TS2554
href('/orders/[id=integer]', { id: 'seven' }) // error TS2322
href('/orders/[id=integer]', { order: 7 }) // error TS2353
href('/shelf/[kind=shelf]/[[...path]]', { kind: 'old' }) // error TS2322
href('/about', {}, { query: { when: new Date() } }) // error TS2322

export const page = ({ params }: PageProps<'/orders/[id=integer]'>): string => params.order // error TS2339
