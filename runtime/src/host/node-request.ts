/** An `FwRequest` based on Node's own objects. Web objects are created only on demand. */
import { AsyncResource } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { createBodyLimitError } from '#contract/http/body-limit.ts'
import type { FwRequest } from '#contract/http/request.ts'
import { checkHost } from '../identity/check-host.ts'
import type { ProxyTrust } from '../identity/proxy-trust.ts'
import type { FwServer } from '../server/create-server.ts'
import { canonicalPath, splitSegments } from '../server/http/canonical-path.ts'
import { ForwardedRequest } from '../server/http/forwarded-request.ts'
import { checkTransferCoding } from './check-coding.ts'
import { readNative, readText } from './node-body.ts'
import { nativeRequestOf, nodeWebRequest } from './node-web-request.ts'
import { toOriginForm } from './request-target.ts'

/** The destination of the response: the bare socket if the request asks for an upgrade. */
type Outgoing = ServerResponse | Duplex

export class NodeFwRequest extends ForwardedRequest implements FwRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly target: string
  /** Node's own request object. */
  readonly incoming: IncomingMessage
  /** Maximum size of the body in bytes. */
  readonly maxBodyBytes: number
  readonly #outgoing: Outgoing
  #segments: readonly string[] | undefined
  #web: Request | undefined
  #signal: AbortSignal | undefined

  /** Throws `not_found` for a target without a canonical path, `invalid_request` for an invalid `Host` or a fragment. */
  constructor(
    incoming: IncomingMessage,
    outgoing: Outgoing,
    bodyLimit: FwServer['bodyLimit'],
    proxyTrust?: ProxyTrust,
  ) {
    super(proxyTrust)
    checkHost(incoming.headers.host)
    checkTransferCoding(incoming.headers['transfer-encoding'], incoming.httpVersion)
    const target = toOriginForm(incoming.url ?? '/', incoming.headers.host)
    const mark = target.indexOf('?')
    this.method = incoming.method ?? 'GET'
    this.path = canonicalPath(mark === -1 ? target : target.slice(0, mark))
    this.target = target
    this.query = mark === -1 ? '' : target.slice(mark + 1)
    this.incoming = incoming
    this.#outgoing = outgoing
    this.maxBodyBytes = bodyLimit(this)
  }

  get segments(): readonly string[] {
    this.#segments ??= splitSegments(this.path)
    return this.#segments
  }

  protected get peer(): string | undefined {
    return this.incoming.socket.remoteAddress
  }

  get signal(): AbortSignal {
    if (this.#signal === undefined) {
      const controller = new AbortController()
      const outgoing = this.#outgoing
      const abort = () => {
        if (!outgoing.writableFinished) controller.abort()
      }
      // If the client has disconnected already, no event follows.
      if (outgoing.closed || outgoing.destroyed) abort()
      else {
        // Listeners run in the scope of the request, in which this is read.
        const scope = new AsyncResource('fw.Signal')
        outgoing.once('close', () => scope.runInAsyncScope(abort))
      }
      this.#signal = controller.signal
    }
    return this.#signal
  }

  /** The request with the canonical path as its URL, so that middleware compares the path that is routed. */
  get web(): Request {
    this.#web ??= nodeWebRequest(this)
    return this.#web
  }

  header(name: string): string | undefined {
    // Unless it joins duplicates, Node keeps the first of two such headers and drops the other. Two credentials must count
    // as invalid.
    if ((name === 'authorization' || name === 'host') && !joinsDuplicates(this.incoming))
      return joinHeader(this.incoming.rawHeaders, name)
    const value = this.incoming.headers[name]
    return typeof value === 'string' || value === undefined ? value : value.join(', ')
  }

  text(): Promise<string> {
    const { incoming, maxBodyBytes } = this
    const native = this.#web === undefined ? undefined : nativeRequestOf(this.#web)
    if (native?.bodyUsed || (native === undefined && incoming.readableDidRead))
      return Promise.reject(
        new TypeError(
          'The request body was read before the framework could read it. In middleware and ctxFor, read a clone: req.clone().',
        ),
      )
    const declared = incoming.headers['content-length']
    if (declared !== undefined && Number(declared) > maxBodyBytes)
      return Promise.reject(createBodyLimitError(maxBodyBytes))
    // A clone may have begun to read, so the rest is read from the native request.
    return native?.body ? readNative(native) : readText(incoming, maxBodyBytes)
  }
}

/** As `headersDistinct`, which would collect all headers of the request for one of them. */
function joinHeader(rawHeaders: readonly string[], name: string): string | undefined {
  let joined: string | undefined
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index] ?? ''
    if (header.length !== name.length || header.toLowerCase() !== name) continue
    const value = rawHeaders[index + 1] ?? ''
    joined = joined === undefined ? value : `${joined}, ${value}`
  }
  return joined
}

/** Whether the server was created with `joinDuplicateHeaders`, as the framework's is; no second lookup is needed then. */
function joinsDuplicates(incoming: IncomingMessage & { readonly joinDuplicateHeaders?: unknown }): boolean {
  return incoming.joinDuplicateHeaders === true
}
