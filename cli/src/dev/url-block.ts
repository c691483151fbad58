/** What `fw dev` says on a terminal once it listens: where, for whom, and how it is steered. */
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Io } from '../io.ts'

export interface UrlBlock {
  /** As the server answers it, `http://localhost:3000/`. */
  readonly url: string
  /** `--host`, where it was given. */
  readonly hostname: string | undefined
  readonly version: string
  /** From the start of the command; absent when it is said again. */
  readonly readyMs?: number | undefined
  /** Whether keys are listened to. */
  readonly hasKeys: boolean
}

/** Lines for stdout, with an empty one before and after. */
export function urlBlock({ url, hostname, version, readyMs, hasKeys }: UrlBlock, colors: Io['resultColors']): string {
  const { bold, cyan, dim, green } = colors
  const row = (name: string, value: string) => `  ${bold(name.padEnd(8))} ${value}`
  const network = networkUrls(url, hostname)
  const alone = dim('only this machine; --host 0.0.0.0 opens it to the network')
  return [
    '',
    `  ${green(bold('fw dev'))} ${version}${readyMs === undefined ? '' : dim(`  ready in ${(readyMs / 1000).toFixed(1)} s`)}`,
    '',
    row('Local', cyan(url)),
    ...network.map((one) => row('Network', cyan(one))),
    ...(isLoopback(hostname) ? [row('Network', alone)] : []),
    row('Agents', `${cyan(`${url}_fw/mcp`)} ${dim('(MCP)')}`),
    ...(hasKeys ? ['', `  ${dim('Press')} h ${dim('for help,')} q ${dim('to quit')}`] : []),
    '',
  ].join('\n')
}

function isLoopback(hostname = '127.0.0.1'): boolean {
  return hostname === 'localhost' || hostname === '::1' || hostname.startsWith('127.')
}

/** Where other machines find it, when it listens on every address. */
export function networkUrls(url: string, hostname: string | undefined): readonly string[] {
  if (hostname === undefined || !(hostname === '0.0.0.0' || hostname === '::')) return []
  return networkAddresses().map((address) => {
    const one = new URL(url)
    one.hostname = isIP(address) === 6 ? `[${address}]` : address
    return one.href
  })
}

/** This machine's addresses in its networks; not those of a single link. */
export function networkAddresses(): readonly string[] {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return all.filter(({ internal, family }) => !internal && family === 'IPv4').map(({ address }) => address)
}
