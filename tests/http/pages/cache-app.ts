/** App for tests of cached pages: its pages show their input and count their renders. */

import type { CachePolicy } from '../../../runtime/src/contract/page/cache.ts'
import { notFound, redirect } from '../../../runtime/src/contract/page/navigation.ts'
import { api, bool, cachePolicy, schema, str } from '../../../runtime/src/index.ts'
import { createSessionStore, type FwServerOptions } from '../../../runtime/src/server.ts'
import { Html } from '../../../runtime/src/solid/render/html.ts'

interface PageInput {
  readonly params: Readonly<Record<string, string>>
  readonly search: URLSearchParams
  readonly nonce?: string
  readonly ctx: { readonly headers: Headers; readonly [member: string]: unknown }
}

type Page = (props: PageInput, render: number) => unknown

const MINUTE: CachePolicy = { scope: 'public', maxAge: 0, sharedMaxAge: 60 }

export const SESSION = createSessionStore<{ readonly name: string }>({
  secret: 'a secret of these tests that is long enough',
  // Every read offers a new cookie.
  rotateAfterMs: 0,
})

/** The cookie of a person who has signed in. */
export function signedIn(name: string): { readonly cookie: string } {
  return { cookie: SESSION.issue({ name }).split(';', 1)[0] ?? '' }
}

/** The caller's data in a page. */
const seen = ({ ctx }: PageInput) => JSON.stringify(ctx.seen)

export interface CacheApp {
  readonly options: FwServerOptions
  /** How often a page was rendered, by its file. */
  renders(file: string): number
  /** Wakes renders that wait: `/slow` pages do. */
  release(): void
}

/** Pages by file; each receives the number of its renders. */
const PAGES: Readonly<Record<string, readonly [CachePolicy | undefined, Page]>> = {
  'index.tsx': [MINUTE, (props, render) => `<p>home ${render} ${seen(props)}</p>`],
  'plain.tsx': [undefined, (_props, render) => `<p>plain ${render}</p>`],
  'account.tsx': [{ scope: 'private', maxAge: 30 }, (props, render) => `<p>account ${render} ${seen(props)}</p>`],
  'products/[id].tsx': [
    cachePolicy({ ...MINUTE, swr: 60, tags: ['products', 'product-[id]'] }),
    ({ params, search }, render) => `<p>product ${params.id} ${search} ${render}</p>`,
  ],
  'nonce.tsx': [MINUTE, ({ nonce }, render) => `<script nonce="${nonce}">${render}</script>`],
  'cookie.tsx': [
    MINUTE,
    ({ ctx }, render) => {
      ctx.headers.append('set-cookie', `visit=${render}`)
      return `<p>cookie ${render}</p>`
    },
  ],
  'vary.tsx': [
    MINUTE,
    ({ ctx }, render) => {
      ctx.headers.append('vary', 'accept-language')
      return `<p>vary ${render}</p>`
    },
  ],
  'no-store.tsx': [
    MINUTE,
    ({ ctx }, render) => {
      ctx.headers.set('cache-control', 'no-store')
      return `<p>no-store ${render}</p>`
    },
  ],
  'raw.tsx': [MINUTE, (_props, render) => new Response(`raw ${render}`, { headers: { 'cache-control': 'public' } })],
  'part.tsx': [MINUTE, (_props, render) => new Response(`part ${render}`, { status: 206 })],
  'moved.tsx': [MINUTE, () => redirect('/products/1')],
  'gone.tsx': [MINUTE, () => notFound()],
  'broken.tsx': [
    MINUTE,
    () => {
      throw new Error('broken')
    },
  ],
  'secret.tsx': [MINUTE, (_props, render) => `<p>secret ${render}</p>`],
  '_404.tsx': [MINUTE, (props) => `<p>nothing here ${seen(props)}</p>`],
  '_500.tsx': [MINUTE, (props) => `<p>broken ${seen(props)}</p>`],
}

const APIS = {
  shop: {
    touch: api({ invalidates: ['products'], run: () => 'touched' }),
    rename: api({
      input: schema({ id: str(), fails: bool().optional() }),
      guard: 'confirm',
      invalidates: ['product-[id]', 'name-[fails]'],
      run: ({ input }) => {
        if (input.fails) throw new Error('failed')
        return 'renamed'
      },
    }),
  },
}

/** A new app: `pages` come to its own. */
export function createCacheApp(
  pages: Readonly<Record<string, readonly [CachePolicy | undefined, Page]>> = {},
): CacheApp {
  const counts = new Map<string, number>()
  let release: () => void = () => undefined
  let gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const files: Record<string, readonly [CachePolicy | undefined, Page]> = {
    ...PAGES,
    'slow.tsx': [{ ...MINUTE, tags: ['slow'] }, async (_props, render) => gate.then(() => `<p>slow ${render}</p>`)],
    ...pages,
  }
  return {
    options: {
      routeFiles: Object.keys(files).map((filePath) => ({ filePath })),
      loadRoute: async (filePath) => {
        const [cache, page] = files[filePath] ?? []
        return {
          ...(cache && { cache }),
          default: async (props: PageInput) => {
            const render = (counts.get(filePath) ?? 0) + 1
            counts.set(filePath, render)
            const made = await page?.(props, render)
            return typeof made === 'string' ? new Html(made) : made
          },
        }
      },
      session: SESSION,
      ctxFor: (request, { session }) => ({
        seen: {
          url: request.url.replace(/:\d+/, ''),
          method: request.method,
          ...Object.fromEntries([...request.headers].filter(([name]) => name !== 'host')),
          ...(session as object),
        },
      }),
      middleware: (request) =>
        new URL(request.url).pathname === '/secret' && request.headers.get('x-key') !== 'open'
          ? new Response('closed', { status: 403 })
          : undefined,
      rewrites: [
        { from: '/a/[id]', to: '/products/[id]' },
        { from: '/b/[id]', to: '/products/[id]' },
      ],
      apis: APIS,
    },
    renders: (file) => counts.get(file) ?? 0,
    release: () => {
      release()
      gate = new Promise((resolve) => {
        release = resolve
      })
    },
  }
}
