/** Block that `fw dev` prints in a terminal when it listens: the URLs and the shortcuts. */
import type { Io } from '../io.ts'
import { networkUrls } from '../network-urls.ts'

interface UrlBlock {
  /** URL of the server, such as `http://localhost:3000/`. */
  readonly url: string
  /** Value of `--host`, if set. */
  readonly hostname: string | undefined
  readonly version: string
  /** Start-up time in milliseconds. Absent when the block is printed again. */
  readonly readyMs?: number | undefined
  /** Whether shortcuts are active. */
  readonly hasKeys: boolean
}

/** Formats the block for stdout, with an empty line before and after it. */
export function urlBlock({ url, hostname, version, readyMs, hasKeys }: UrlBlock, colors: Io['resultColors']): string {
  const { bold, cyan, dim, green } = colors
  const row = (name: string, value: string) => `  ${bold(name.padEnd(8))} ${value}`
  const network = networkUrls(url, hostname)
  const alone = dim('this machine only; use --host 0.0.0.0 for the network')
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
