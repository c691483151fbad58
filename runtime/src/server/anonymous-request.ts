/**
 * A request of which only that is left by which kept pages are told apart: what is made for it holds nothing of the caller.
 * Nothing has to be listed that a page could read and that must not be kept, since none of it is there.
 */
import { NAVIGATION_HEADER } from '#contract/path.ts'
import type { FwRequest } from '#contract/request.ts'

/** How the page is asked for. */
export interface AskedForm {
  readonly markdown: boolean
  /** The caller has the stylesheet. */
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

  constructor({ path, segments, query, host, protocol }: PageAddress, { markdown, navigation }: AskedForm) {
    this.path = path
    this.segments = segments
    this.query = query
    // One form for all who share the page, whatever capitals the first of them wrote.
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

  /** Never: who asked first may leave, and others wait for the same page. */
  get signal(): AbortSignal {
    this.#signal ??= new AbortController().signal
    return this.#signal
  }

  /** Whether the app has looked at it at all: until then what it made is the same for everybody. */
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
