/** The head of a request that has long been handled: what is needed to create the ctx of its caller again. */
import type { FwRequest } from '#contract/http/request.ts'
import { splitSegments } from './canonical-path.ts'

/** A copy without references to the request, its body and its connection. */
export interface RequestHead
  extends Pick<FwRequest, 'method' | 'path' | 'query' | 'target' | 'address' | 'host' | 'protocol' | 'viaProxy'> {
  readonly url: string
  /** Names and values, one header in a line: one string takes less memory than many. */
  readonly lines: string
}

/** Headers of a body. The copy has none. */
const OF_BODY: ReadonlySet<string> = new Set([
  'content-length',
  'content-type',
  'content-encoding',
  'transfer-encoding',
])

/** Copies the head of a request. */
export function copyHead(request: FwRequest): RequestHead {
  const { method, path, query, target, address, host, protocol, viaProxy, web } = request
  const lines: string[] = []
  for (const [name, value] of web.headers) if (!OF_BODY.has(name)) lines.push(`${name}: ${value}\n`)
  // Through bytes, because a joined string could still refer to its parts.
  const flat = Buffer.from(lines.join('')).toString()
  return { method, path, query, target, address, host, protocol, viaProxy, url: web.url, lines: flat }
}

/** A request with a copied head and no body. Create one for each use, because its web `Request` can have data attached. */
export class HeadRequest implements FwRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly target: string
  readonly address: string | undefined
  readonly host: string | undefined
  readonly protocol: FwRequest['protocol']
  readonly viaProxy: boolean
  readonly #url: string
  readonly #headers: Headers
  #web: Request | undefined

  /** `cookie`: the cookies in place of the copied ones. */
  constructor(head: RequestHead, cookie?: string) {
    this.method = head.method
    this.path = head.path
    this.query = head.query
    this.target = head.target
    this.address = head.address
    this.host = head.host
    this.protocol = head.protocol
    this.viaProxy = head.viaProxy
    this.#url = head.url
    this.#headers = new Headers()
    for (const line of head.lines.split('\n')) {
      const end = line.indexOf(': ')
      if (end > 0) this.#headers.append(line.slice(0, end), line.slice(end + 2))
    }
    if (cookie !== undefined) this.#headers.set('cookie', cookie)
  }

  get segments(): readonly string[] {
    return splitSegments(this.path)
  }

  get signal(): AbortSignal {
    return this.web.signal
  }

  get web(): Request {
    this.#web ??= new Request(this.#url, { method: this.method, headers: this.#headers })
    return this.#web
  }

  header(name: string): string | undefined {
    return this.#headers.get(name) ?? undefined
  }

  async text(): Promise<string> {
    return ''
  }
}
