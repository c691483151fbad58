/** Requests that an app sends to others in its own agent's name, as those of a client for A2A. */
import { openSigner, type RequestSigner, type SigningOptions } from './sign-requests.ts'

/** Options of `signedFetch`: as the app's `signing`, and what it knows of the app otherwise. */
export interface SignedFetchOptions extends SigningOptions {
  /** The app's public origin, where others find the key. Default: the signature names nobody. */
  readonly siteUrl?: string
  /** Sends what has been signed. Default `fetch`. */
  readonly fetch?: typeof fetch
}

/**
 * A `fetch` that signs each request (Web Bot Auth; interface.md, "Authentication") over its host, method, path, query and whole
 * body, for a minute: a body that is a stream is read to its end first. While the environment variable is unset, what it sends
 * is not signed. No redirect is followed, since the signature would reach somebody for whom it was not made: it rejects, unless
 * `redirect` is `'manual'`. A request rejects with a `SetupError` where the variable holds no private Ed25519 key.
 */
export function signedFetch(options: SignedFetchOptions): typeof fetch {
  let opened: { readonly signer: RequestSigner | undefined } | undefined
  return async (input, init) => {
    const send = options.fetch ?? globalThis.fetch
    const request = new Request(input, init)
    const { method, url } = request
    const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer())
    const headers = new Headers(request.headers)
    opened ??= { signer: openSigner(options, createWorld(options)) }
    const signed = await opened.signer?.sign({ method, url, ...(body !== undefined && { body }) })
    for (const [name, value] of Object.entries(signed ?? {})) headers.set(name, value)
    const redirect = request.redirect === 'manual' ? 'manual' : 'error'
    return send(url, { method, headers, redirect, signal: request.signal, ...(body !== undefined && { body }) })
  }
}

function createWorld({ siteUrl }: SignedFetchOptions) {
  return { env: process.env, now: Date.now, siteUrl, warn: (message: string) => process.emitWarning(message) }
}
