/** `fetch` for servers that an app names: no private addresses, no redirects, a bounded answer (security rule 15). */
import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

export interface GuardOptions {
  /** Allows private addresses, and http without TLS. */
  readonly allowPrivate: boolean
  /** Bytes of one answer. */
  readonly maxBytes: number
  readonly fetch?: typeof fetch
  /** The addresses of a host name. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
}

/** The request is not sent: its address is not one that this server may call. */
export class RefusedAddress extends Error {}

/** Asked anew for each request: a name may change where it leads. Throws `RefusedAddress`. */
export function guardedFetch(options: GuardOptions): (url: string | URL, init?: RequestInit) => Promise<Response> {
  const { allowPrivate, maxBytes, fetch: send = fetch, resolve = resolveHost } = options
  return async (url, init) => {
    if (!allowPrivate) await expectPublic(new URL(url), resolve)
    const response = await send(url, { ...init, redirect: 'error' })
    return bounded(response, maxBytes)
  }
}

async function resolveHost(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

async function expectPublic({ protocol, hostname, host }: URL, resolve: NonNullable<GuardOptions['resolve']>) {
  if (protocol !== 'https:') throw new RefusedAddress(`${host} is not reached by https.`)
  const name = hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(name) === 0 ? await resolve(name) : [name]
  const inside = addresses.find(isPrivate)
  if (inside !== undefined) throw new RefusedAddress(`${host} leads to ${inside}, an address inside a network.`)
}

const PRIVATE = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(network, prefix)
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  // Tunnels: an address of the other kind stands in them.
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv6')

/** Loopback, link-local, private and every other address that is not of the public net. */
export function isPrivate(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return isPrivate(mapped)
  const kind = isIP(address)
  // What is no address is refused: better no tool than a wrong door.
  return kind === 0 || PRIVATE.check(address, kind === 4 ? 'ipv4' : 'ipv6')
}

function bounded(response: Response, maxBytes: number): Response {
  if (response.body === null) return response
  let bytes = 0
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) controller.error(new Error(`The answer is larger than ${maxBytes} bytes.`))
      else controller.enqueue(chunk)
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(limit), { status, statusText, headers })
}
