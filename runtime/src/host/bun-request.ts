/** An `FwRequest` straight over Bun's `Request`, whose body is read under the limit. */
import { FwError } from '#contract/error.ts'
import type { FwRequest } from '#contract/request.ts'
import { canonicalPath, segmentsOf } from '../server/canonical-path.ts'
import { decodeUtf8 } from '../server/web-request.ts'
import type { BunServer } from './bun-api.ts'

export class BunFwRequest implements FwRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly target: string
  readonly #request: Request
  readonly #server: BunServer
  readonly #maxBodyBytes: number
  #web: Request | undefined

  /** Throws `not_found` for a target that has no canonical path. */
  constructor(request: Request, server: BunServer, maxBodyBytes: number) {
    const target = targetOf(request.url)
    const mark = target.indexOf('?')
    this.method = request.method
    this.path = canonicalPath(mark === -1 ? target : target.slice(0, mark))
    this.target = target
    this.query = mark === -1 ? '' : target.slice(mark + 1)
    this.#request = request
    this.#server = server
    this.#maxBodyBytes = maxBodyBytes
  }

  get segments(): readonly string[] {
    return segmentsOf(this.path)
  }

  get address(): string | undefined {
    return this.#server.requestIP(this.#request)?.address
  }

  get signal(): AbortSignal {
    return this.#request.signal
  }

  /** With the canonical path as its URL: middleware that compares paths must see the one that is routed. */
  get web(): Request {
    if (this.#web === undefined) {
      const request = this.#request
      const url = new URL(request.url, 'http://localhost')
      url.pathname = this.path
      this.#web = url.href === request.url ? request : new Request(url, request)
    }
    return this.#web
  }

  header(name: string): string | undefined {
    return this.#request.headers.get(name) ?? undefined
  }

  text(): Promise<string> {
    const request = this.#web ?? this.#request
    if (request.bodyUsed)
      return Promise.reject(
        new TypeError(
          'The request body was read before the framework could read it. In middleware and ctxFor, read a clone: req.clone().',
        ),
      )
    const declared = request.headers.get('content-length')
    if (declared !== null && Number(declared) > this.#maxBodyBytes)
      return Promise.reject(new FwError('payload_too_large'))
    return readText(request, declared === null ? this.#maxBodyBytes : undefined)
  }
}

/** Bun hands on `http://<Host><target>`, and the bare target where `Host` would make no address. */
function targetOf(url: string): string {
  if (url.startsWith('/')) return url
  const slash = url.indexOf('/', url.indexOf('://') + 3)
  return slash === -1 ? url : url.slice(slash)
}

/** A declared length is kept by Bun's parser; without one it is counted here. */
async function readText(request: Request, maxBytes: number | undefined): Promise<string> {
  try {
    if (request.body === null) return ''
    return decodeUtf8(maxBytes === undefined ? await bytesOf(request) : await countedBytes(request.body, maxBytes))
  } catch (cause) {
    if (cause instanceof FwError) throw cause
    throw new FwError('invalid_request', { message: 'The caller left before the body was complete.', cause })
  }
}

async function bytesOf(request: Request): Promise<Uint8Array> {
  return new Uint8Array(await request.arrayBuffer())
}

async function countedBytes(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > maxBytes) throw new FwError('payload_too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
