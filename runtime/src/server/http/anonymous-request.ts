/**
 * A request that contains only the properties by which cached pages are distinguished, so that a page that is rendered for
 * it contains no data of the caller. This way no list of caller-specific properties is needed: none of them is present.
 */
import { NAVIGATION_HEADER } from '#contract/http/path.ts'
import type { FwRequest } from '#contract/http/request.ts'

/** The representation of the page that is requested. */
export interface PageVariant {
  readonly markdown: boolean
  /** The caller has the stylesheet already. */
  readonly navigation: boolean
}

type PageAddress = Pick<FwRequest, 'path' | 'segments' | 'query' | 'host' | 'protocol'>

export class AnonymousRequest implements FwRequest {
  readonly method = 'GET'
  readonly path: string
  readonly segments: readonly string[]
  readonly query: string
  readonly host: string | undefined
  readonly protocol: FwRequest['protocol']
  readonly viaProxy = false
  readonly #headers: ReadonlyMap<string, string>
  #signal: AbortSignal | undefined
  #web: Request | undefined
  #isSeen = false

  constructor({ path, segments, query, host, protocol }: PageAddress, { markdown, navigation }: PageVariant) {
    this.path = path
    this.segments = segments
    this.query = query
    // Normalized, so that all callers that share the page share one form of the host.
    this.host = host?.toLowerCase()
    this.protocol = protocol
    const headers = new Map([['accept', markdown ? 'text/markdown' : 'text/html']])
    if (navigation) headers.set(NAVIGATION_HEADER, '1')
    if (this.host !== undefined) headers.set('host', this.host)
    this.#headers = headers
  }

  get target(): string {
    return this.query === '' ? this.path : `${this.path}?${this.query}`
  }

  /** Never aborts: the first caller may disconnect while others wait for the same page. */
  get signal(): AbortSignal {
    this.#signal ??= new AbortController().signal
    return this.#signal
  }

  /** Whether the app has read the request. Until then, its result is the same for every caller. */
  get isSeen(): boolean {
    return this.#isSeen
  }

  get address(): undefined {
    this.#isSeen = true
    return undefined
  }

  get web(): Request {
    this.#isSeen = true
    this.#web ??= new Request(new URL(this.target, `${this.protocol ?? 'http'}://${this.host ?? 'localhost'}`), {
      headers: [...this.#headers],
    })
    return this.#web
  }

  header(name: string): string | undefined {
    return this.#headers.get(name)
  }

  async text(): Promise<string> {
    return ''
  }
}
