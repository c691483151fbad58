/** An app with every kind of route segment, and a second, simple implementation of its route matching. */
import type { Params } from '../../runtime/src/contract/page/page.ts'
import type { FwServerOptions } from '../../runtime/src/server.ts'
import { routeModules } from '../http/route-modules.ts'

/** Renders the text that identifies a page; no other text in its document has this form. */
export function markOf(page: string, params: Params): string {
  const sorted = Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1))
  return `<p>mark ${encodeURIComponent(JSON.stringify([page, sorted]))}</p>`
}

const FILES = [
  'index.tsx',
  'orders/index.tsx',
  'orders/new.tsx',
  'orders/[id=integer].tsx',
  'orders/[key=uuid].tsx',
  'orders/[kind=kind].tsx',
  'orders/[slug].tsx',
  'orders/[id]/items/[item].tsx',
  '(shop)/(deep)/cart.tsx',
  'docs/[...path].tsx',
  'docs/start.tsx',
  'numbers/[...path=integer].tsx',
  'blog/[[...path]].tsx',
  'a b/caf\u00e9.tsx',
  '[lang=lang]/about.tsx',
]

export const PAGE_APP: FwServerOptions = {
  ...routeModules({
    ...Object.fromEntries(
      FILES.map((file) => [file, { html: ({ params }: { params: Params }) => markOf(file, params) }]),
    ),
    '_404.tsx': { html: () => markOf('_404.tsx', {}) },
    '_layout.tsx': { html: () => '<header>layout</header>' },
  }),
  matchers: { kind: (value) => value === 'sale' || value === 'gift', lang: (value) => /^[a-z]{2}$/.test(value) },
  redirects: [
    { from: '/old/[slug]', to: '/orders/[slug]' },
    { from: '/gone/[...path]', to: '/docs/[...path]', status: 301 },
  ],
  rewrites: [{ from: '/shown/[slug]', to: '/orders/[slug]' }],
}

/** The response that a GET of a raw request target must have. */
export interface Expected {
  readonly status: number
  readonly location?: string
  /** Of the matching page; absent for redirects. */
  readonly mark?: string
}

const MISSING: Expected = { status: 404, mark: markOf('_404.tsx', {}) }
const INTEGER = /^-?\d+$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns `undefined` below `/_fw`, which has no pages. A path with an ambiguous decoding may get any 404. */
export function expectedAnswer(target: string): Expected | undefined {
  const [path = '', query] = split(target)
  const parts = path.split('/').slice(1)
  const isSlashed = parts.length > 1 && parts.at(-1) === ''
  if (isSlashed) parts.pop()
  const segments: string[] = []
  for (const part of path === '/' ? [] : parts) {
    const text = decode(part)
    if (text === undefined || ['', '.', '..'].includes(text) || [...text].some(isRefused)) return { status: 404 }
    segments.push(text)
  }
  if (segments[0] === '_fw') return undefined
  const moved = (status: number, to: readonly string[]): Expected => {
    const search = query === undefined || query === '' ? '' : `?${query}`
    return { status, location: `/${to.map(encodeURIComponent).join('/')}${search}` }
  }
  const [first, ...rest] = segments
  if (first === 'old' && rest.length === 1) return moved(308, ['orders', ...rest])
  if (first === 'gone' && rest.length > 0) return moved(301, ['docs', ...rest])
  if (isSlashed) return moved(308, segments)
  return pageAt(first === 'shown' && rest.length === 1 ? ['orders', ...rest] : segments)
}

function pageAt(segments: readonly string[]): Expected {
  const page = (file: string, params: Params = {}): Expected => ({ status: 200, mark: markOf(file, params) })
  const [first, second = '', third, fourth = ''] = segments
  const { length } = segments
  const rest = segments.slice(1)
  if (length === 0) return page('index.tsx')
  if (length === 1 && first === 'orders') return page('orders/index.tsx')
  if (length === 1 && first === 'cart') return page('(shop)/(deep)/cart.tsx')
  if (length === 2 && first === 'orders') return orderAt(second, page)
  if (length === 4 && first === 'orders' && third === 'items')
    return page('orders/[id]/items/[item].tsx', { id: second, item: fourth })
  if (first === 'docs' && length === 2 && second === 'start') return page('docs/start.tsx')
  if (first === 'docs' && length > 1) return page('docs/[...path].tsx', { path: rest.join('/') })
  if (first === 'numbers' && length > 1 && rest.every(isInteger))
    return page('numbers/[...path=integer].tsx', { path: rest.join('/') })
  if (first === 'blog') return page('blog/[[...path]].tsx', length === 1 ? {} : { path: rest.join('/') })
  if (length === 2 && first === 'a b' && second === 'caf\u00e9') return page('a b/caf\u00e9.tsx')
  if (length === 2 && second === 'about' && /^[a-z]{2}$/.test(first ?? ''))
    return page('[lang=lang]/about.tsx', { lang: first ?? '' })
  return MISSING
}

function orderAt(text: string, page: (file: string, params?: Params) => Expected): Expected {
  if (text === 'new') return page('orders/new.tsx')
  if (isInteger(text)) return page('orders/[id=integer].tsx', { id: text })
  if (text === 'sale' || text === 'gift') return page('orders/[kind=kind].tsx', { kind: text })
  if (UUID.test(text)) return page('orders/[key=uuid].tsx', { key: text })
  return page('orders/[slug].tsx', { slug: text })
}

function isInteger(text: string): boolean {
  return INTEGER.test(text) && Number.isSafeInteger(Number(text))
}

function isRefused(letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0
  return code < 32 || code === 127 || letter === '/' || letter === '\\'
}

function split(target: string): [string, string?] {
  const mark = target.indexOf('?')
  return mark === -1 ? [target] : [target.slice(0, mark), target.slice(mark + 1)]
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
