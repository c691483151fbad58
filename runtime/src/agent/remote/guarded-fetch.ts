/** `fetch` for servers that an app configures: no private addresses, no redirects, responses of limited size. */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { createPinnedFetch } from './pinned-fetch.ts'
import { isPrivateAddress } from './private-address.ts'

interface GuardOptions extends GuardSources {
  /** Allows private addresses, and http without TLS. */
  readonly allowPrivate: boolean
  /** Largest response in bytes. */
  readonly maxBytes: number
}

/** Replaced by tests. */
export interface GuardSources {
  /** Sends the requests instead. It resolves host names itself, so only the check before the request applies. */
  readonly fetch?: typeof fetch
  /** Returns the addresses of a host name. Default: the system's resolver. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
  /** Whether the server must not call an address. Default: every address outside the public internet. */
  readonly refuses?: (address: string) => boolean
}

type GuardedFetch = (url: string | URL, init?: RequestInit) => Promise<Response>

const OWN_SERVER = 'To use a server of your own there, set allowPrivate.'

/** The request is not sent, because the server may not call its address. */
class RefusedAddress extends Error {}

/**
 * Returns a `fetch` that connects only to addresses that it has checked. The host name is resolved once per
 * connection, and the connection uses exactly those addresses, so a name server that later returns another address
 * (DNS rebinding) has no effect. Requests reject with `RefusedAddress`.
 */
export function createGuardedFetch({ allowPrivate, maxBytes, fetch: custom, ...rules }: GuardOptions): GuardedFetch {
  const { resolve = resolveHost, refuses = isPrivateAddress } = rules
  const check = async (host: string) => {
    const addresses = isIP(host) === 0 ? await resolve(host) : [host]
    const refused = addresses.find(refuses)
    if (refused !== undefined) throw new RefusedAddress(`${host} has the private address ${refused}. ${OWN_SERVER}`)
    return addresses
  }
  const send = custom ?? (allowPrivate ? fetch : createPinnedFetch(check))
  return async (url, init) => {
    const { protocol, hostname, host } = new URL(url)
    if (!allowPrivate) {
      if (protocol !== 'https:') throw new RefusedAddress(`${host} does not use https. ${OWN_SERVER}`)
      const name = hostname.replace(/^\[|\]$/g, '')
      // A connection to an IP address resolves no name, so the lookup doesn't check it.
      if (custom !== undefined || isIP(name) !== 0) await check(name)
    }
    return limitBody(await send(url, { ...init, redirect: 'error' }), maxBytes)
  }
}

async function resolveHost(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

function limitBody(response: Response, maxBytes: number): Response {
  if (response.body === null) return response
  let bytes = 0
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) controller.error(new Error(`The response is larger than ${maxBytes} bytes.`))
      else controller.enqueue(chunk)
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(limit), { status, statusText, headers })
}
