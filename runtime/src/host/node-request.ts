/** An `FwRequest` over Node's own objects. Web objects are made only when somebody asks for them. */
import { isUtf8 } from 'node:buffer'
import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { NodeRequest } from 'srvx/node'
import { FwError } from '#contract/error.ts'
import type { FwRequest } from '#contract/request.ts'
import { type ProxyTrust, type RequestSource, sourceOf } from '../identity/proxy-trust.ts'
import { canonicalPath, segmentsOf } from '../server/canonical-path.ts'
import { checkHost } from './check-host.ts'

/** What the answer is written to: the bare socket where the request asks for an upgrade. */
type Outgoing = ServerResponse | Duplex

export class NodeFwRequest implements FwRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly target: string
  readonly #incoming: IncomingMessage
  readonly #outgoing: Outgoing
  readonly #maxBodyBytes: number
  readonly #proxyTrust: ProxyTrust | undefined
  #source: RequestSource | undefined
  #web: Request | undefined
  #signal: AbortSignal | undefined

  /** Throws `not_found` for a target that has no canonical path, `invalid_request` for a `Host` that is none. */
  constructor(incoming: IncomingMessage, outgoing: Outgoing, maxBodyBytes: number, proxyTrust?: ProxyTrust) {
    checkHost(incoming.headers.host)
    const target = incoming.url ?? '/'
    const mark = target.indexOf('?')
    this.method = incoming.method ?? 'GET'
    this.path = canonicalPath(mark === -1 ? target : target.slice(0, mark))
    this.target = target
    this.query = mark === -1 ? '' : target.slice(mark + 1)
    this.#incoming = incoming
    this.#outgoing = outgoing
    this.#maxBodyBytes = maxBodyBytes
    this.#proxyTrust = proxyTrust
  }

  get segments(): readonly string[] {
    return segmentsOf(this.path)
  }

  get address(): string | undefined {
    return this.#from.address
  }

  get host(): string | undefined {
    return this.#from.host
  }

  get protocol(): FwRequest['protocol'] {
    return this.#from.protocol
  }

  get #from(): RequestSource {
    this.#source ??= sourceOf(this.#proxyTrust, this.#incoming.socket.remoteAddress, (name) => this.header(name))
    return this.#source
  }

  get signal(): AbortSignal {
    if (this.#signal === undefined) {
      const controller = new AbortController()
      const outgoing = this.#outgoing
      const leave = () => {
        if (!outgoing.writableFinished) controller.abort()
      }
      // The caller may be gone already: then no event comes any more.
      if (outgoing.closed || outgoing.destroyed) leave()
      else outgoing.once('close', leave)
      this.#signal = controller.signal
    }
    return this.#signal
  }

  /** With the canonical path as its URL: middleware that compares paths must see the one that is routed. */
  get web(): Request {
    if (this.#web === undefined) {
      this.#incoming.url = this.query === '' ? this.path : `${this.path}?${this.query}`
      const req = this.#incoming
      const maxRequestBodySize = this.#maxBodyBytes
      const res = this.#outgoing
      const context = res instanceof ServerResponse ? { req, res, maxRequestBodySize } : { req, maxRequestBodySize }
      this.#web = new NodeRequest(context) as unknown as Request
    }
    return this.#web
  }

  header(name: string): string | undefined {
    // Node keeps the first of two such headers and drops the other; two credentials are none.
    if (name === 'authorization' || name === 'host') return this.#incoming.headersDistinct[name]?.join(', ')
    const value = this.#incoming.headers[name]
    return typeof value === 'string' || value === undefined ? value : value.join(', ')
  }

  text(): Promise<string> {
    const incoming = this.#incoming
    if (this.#web?.bodyUsed || incoming.readableDidRead)
      return Promise.reject(
        new TypeError(
          'The request body was read before the framework could read it. In middleware and ctxFor, read a clone: req.clone().',
        ),
      )
    const declared = incoming.headers['content-length']
    if (declared !== undefined && Number(declared) > this.#maxBodyBytes)
      return Promise.reject(new FwError('payload_too_large'))
    return readText(incoming, this.#maxBodyBytes)
  }
}

/** Counts while it reads: a declared length may be missing or wrong. */
function readText(incoming: IncomingMessage, maxBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let first: Buffer | undefined
    let more: Buffer[] | undefined
    let size = 0
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) {
        incoming.removeAllListeners('data')
        incoming.resume()
        reject(new FwError('payload_too_large'))
      } else if (first === undefined) first = chunk
      else if (more === undefined) more = [first, chunk]
      else more.push(chunk)
    })
    incoming.on('end', () => {
      const bytes = more === undefined ? first : Buffer.concat(more)
      if (bytes === undefined) resolve('')
      else if (isUtf8(bytes)) resolve(bytes.toString('utf8'))
      else reject(new FwError('invalid_json', { message: 'The request body is not valid UTF-8.' }))
    })
    // A caller that leaves mid-body ends the wait: Node reports that as an error of the message.
    incoming.on('error', () => reject(leftEarly()))
    if (incoming.destroyed) reject(leftEarly())
  })
}

/** Without its cause: what any caller can do makes no line with a stack in the log. */
function leftEarly(): FwError {
  return new FwError('invalid_request', { message: 'The caller left before the body was complete.' })
}
