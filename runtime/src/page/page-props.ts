/** The props that all layers of one render share. Expensive ones are created when a layer reads them. */

import type { Ctx } from '#contract/api.ts'
import { parseQuery } from '#contract/http/query.ts'
import type { FwRequest } from '#contract/http/request.ts'
import type { Params } from '#contract/page/page.ts'

/** The props that layouts, pages, `_404` and `_500` receive. */
export interface TreeProps {
  readonly ctx: Ctx
  readonly params: Params
  readonly search: URLSearchParams
  readonly signal: AbortSignal
  readonly nonce: string | undefined
  /** For `_500` only. */
  readonly error?: unknown
}

/** The request that a page is rendered for; empty if it is prerendered. */
interface PropsCaller {
  readonly request?: (Pick<FwRequest, 'query'> & Partial<Pick<FwRequest, 'signal'>>) | undefined
  readonly nonce?: string | undefined
  /** Creates `search` from a query without its `?`. Default: `URLSearchParams`. */
  readonly searchOf?: ((query: string) => URLSearchParams) | undefined
}

const NO_PARAMS: Params = {}

/** Creates the props of a page, or of `_404`, which has no parameters. */
export function createPageProps(ctx: Ctx, params: Params = NO_PARAMS, caller: PropsCaller = NO_CALLER): TreeProps {
  return new SharedProps(ctx, params, caller)
}

const NO_CALLER: PropsCaller = {}

class SharedProps implements TreeProps {
  readonly ctx: Ctx
  readonly params: Params
  readonly nonce: string | undefined
  readonly #caller: PropsCaller
  #search: URLSearchParams | undefined

  constructor(ctx: Ctx, params: Params, caller: PropsCaller) {
    this.ctx = ctx
    this.params = params
    this.nonce = caller.nonce
    this.#caller = caller
  }

  get search(): URLSearchParams {
    const { request, searchOf } = this.#caller
    const query = request?.query ?? ''
    this.#search ??= searchOf === undefined ? parseQuery(query) : searchOf(query)
    return this.#search
  }

  get signal(): AbortSignal {
    return this.#caller.request?.signal ?? new AbortController().signal
  }
}

/** Creates the props of `_500`. */
export function errorProps(error: unknown, ctx: Ctx, caller: PropsCaller): TreeProps {
  return Object.defineProperty(createPageProps(ctx, NO_PARAMS, caller), 'error', { value: error, enumerable: true })
}

/** Returns `shared` for one layer, with its children. All props are own members, so that a layer may spread them. */
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
