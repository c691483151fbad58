/** Requests that an app sends to others as its own agent, for example with an A2A client. */
import { createRequestSigner, type RequestSigner, type SigningOptions } from './sign-requests.ts'

/** Options of `signedFetch`: the app's `signing` options and related data. */
export interface SignedFetchOptions extends SigningOptions {
  /** The app's public origin, at which others find the key. Default: the signature names no agent. */
  readonly siteUrl?: string
  /** Sends signed requests. Default `fetch`. */
  readonly fetch?: typeof fetch
}

/**
 * Returns a `fetch` that signs each request (Web Bot Auth) over its host, method, path, query and whole body. A
 * signature is valid for a minute. A body that is a stream is read completely first. While the environment variable is
 * unset, requests aren't signed. Redirects aren't followed, because the signature would be sent to another server: the
 * request rejects, unless `redirect` is `'manual'`. A request rejects with a `SetupError` if the variable doesn't
 * contain a private Ed25519 key.
 */
export function signedFetch(options: SignedFetchOptions): typeof fetch {
  let opened: { readonly signer: RequestSigner | undefined } | undefined
  return async (input, init) => {
    const send = options.fetch ?? globalThis.fetch
    const request = new Request(input, init)
    const { method, url } = request
    const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer())
    const headers = new Headers(request.headers)
    opened ??= { signer: createRequestSigner(options, createSigningDeps(options)) }
    const signed = await opened.signer?.sign({ method, url, ...(body !== undefined && { body }) })
    for (const [name, value] of Object.entries(signed ?? {})) headers.set(name, value)
    const redirect = request.redirect === 'manual' ? 'manual' : 'error'
    return send(url, { method, headers, redirect, signal: request.signal, ...(body !== undefined && { body }) })
  }
}

function createSigningDeps({ siteUrl }: SignedFetchOptions) {
  return { env: process.env, now: Date.now, siteUrl, warn: (message: string) => process.emitWarning(message) }
}
