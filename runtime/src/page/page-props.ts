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
export interface PropsCaller {
  readonly request?: Pick<FwRequest, 'query' | 'signal'> | undefined
  readonly nonce?: string | undefined
  /** Makes `search` of a query without its `?`. Default: `URLSearchParams`. */
  readonly searchOf?: ((query: string) => URLSearchParams) | undefined
}

const NO_PARAMS: Params = {}

/** The props of a page, and of `_404`, which has no parameters. */
export function pageProps(ctx: Ctx, params: Params = NO_PARAMS, asker: PropsCaller = NOBODY): TreeProps {
  return new SharedProps(ctx, params, asker)
}

const NOBODY: PropsCaller = {}

class SharedProps implements TreeProps {
  readonly ctx: Ctx
  readonly params: Params
  readonly nonce: string | undefined
  readonly #asker: PropsCaller
  #search: URLSearchParams | undefined

  constructor(ctx: Ctx, params: Params, asker: PropsCaller) {
    this.ctx = ctx
    this.params = params
    this.nonce = asker.nonce
    this.#asker = asker
  }

  get search(): URLSearchParams {
    const { request, searchOf } = this.#asker
    const query = request?.query ?? ''
    this.#search ??= searchOf === undefined ? new URLSearchParams(query) : searchOf(query)
    return this.#search
  }

  get signal(): AbortSignal {
    return this.#asker.request?.signal ?? new AbortController().signal
  }
}

/** The props of `_500`. */
export function errorProps(error: unknown, ctx: Ctx, asker: PropsCaller): TreeProps {
  return Object.defineProperty(pageProps(ctx, NO_PARAMS, asker), 'error', { value: error, enumerable: true })
}

/** `shared` as one layer gets it, with what it wraps. All are members of its own: a layer may spread them. */
export function layerProps(shared: TreeProps, children: unknown): TreeProps & { readonly children: unknown } {
  const { ctx, params, nonce } = shared
  const props = {
    ctx,
    params,
    nonce,
    get search() {
      return shared.search
    },
    get signal() {
      return shared.signal
    },
    children,
  }
  return 'error' in shared ? Object.defineProperty(props, 'error', { value: shared.error, enumerable: true }) : props
}
