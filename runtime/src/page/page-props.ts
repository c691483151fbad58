/** The props that every layer of one render shares. What costs something is made when a layer reads it. */
import type { Ctx } from '#contract/api.ts'
import type { Params } from '#contract/page.ts'
import type { FwRequest } from '#contract/request.ts'

/** What layouts, pages, `_404` and `_500` are rendered with. */
export interface TreeProps {
  readonly ctx: Ctx
  readonly params: Params
  readonly search: URLSearchParams
  readonly signal: AbortSignal
  readonly nonce: string | undefined
  /** For `_500` only. */
  readonly error?: unknown
}

/** Whom a page is rendered for; nobody, where it is rendered ahead. */
export interface Asker {
  readonly request?: Pick<FwRequest, 'query' | 'signal'> | undefined
  readonly nonce?: string | undefined
  /** Makes `search` of a query without its `?`. Default: `URLSearchParams`. */
  readonly searchOf?: ((query: string) => URLSearchParams) | undefined
}

const NO_PARAMS: Params = {}

/** The props of a page, and of `_404`, which has no parameters. */
export function pageProps(ctx: Ctx, params: Params = NO_PARAMS, { request, nonce, searchOf }: Asker = {}): TreeProps {
  let search: URLSearchParams | undefined
  return {
    ctx,
    params,
    nonce,
    get search() {
      const query = request?.query ?? ''
      search ??= searchOf === undefined ? new URLSearchParams(query) : searchOf(query)
      return search
    },
    get signal() {
      return request?.signal ?? new AbortController().signal
    },
  }
}

/** The props of `_500`. */
export function errorProps(error: unknown, ctx: Ctx, asker: Asker): TreeProps {
  return Object.defineProperty(pageProps(ctx, NO_PARAMS, asker), 'error', { value: error, enumerable: true })
}

/** `shared` as one layer gets it, with what it wraps. */
export function layerProps(shared: TreeProps, children: unknown): TreeProps & { readonly children: unknown } {
  const { ctx, params, nonce } = shared
  return {
    ctx,
    params,
    nonce,
    get search() {
      return shared.search
    },
    get signal() {
      return shared.signal
    },
    ...('error' in shared ? { error: shared.error } : NOTHING),
    children,
  }
}

const NOTHING = {}
