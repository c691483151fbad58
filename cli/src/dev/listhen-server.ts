/** The server of `fw dev --https` and `--qr`, made by listhen; loaded for these flags alone. */
import { X509Certificate } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { RequestListener, Server } from 'node:http'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { listen } from 'listhen'
import { networkAddresses } from './url-block.ts'

export interface ListhenOptions {
  /** The app's folder; a certificate that was made is kept below it. */
  readonly root: string
  readonly port: number
  /** Reject when the port is taken, instead of trying the next ones. */
  readonly strict: boolean
  readonly hostname: string
  readonly https: boolean
}

export interface ListhenServer {
  readonly server: Server
  readonly port: number
  /** Prints the addresses, and the QR code of one that other devices reach. To `console.log`. */
  showQr(): Promise<void>
}

const ATTEMPTS = 100
const VALID_DAYS = 30
const DAY_MS = 86_400_000

/** Resolves once it listens. Rejects with code `EADDRINUSE` when no port is free. */
export async function listhenServer(options: ListhenOptions, handle: RequestListener): Promise<ListhenServer> {
  const { root, port, strict, hostname, https } = options
  const names = certificateNames(hostname)
  const kept = https ? keptCertificate(root, names) : undefined
  const listener = await listen(handle, {
    hostname,
    port: {
      port,
      random: port === 0,
      alternativePortRange: strict ? [port, port] : [port + 1, port + ATTEMPTS],
      verbose: false,
    },
    https: https && (kept ?? { domains: [...names], validityDays: VALID_DAYS }),
    showURL: false,
    // Signals are the command's.
    autoClose: false,
    isProd: false,
    isTest: false,
  }).catch((error: unknown) => {
    const isTaken = error instanceof Error && error.name === 'GetPortError'
    throw isTaken ? Object.assign(error, { code: 'EADDRINUSE' }) : error
  })
  if (kept === undefined && listener.https !== false) keepCertificate(root, listener.https)
  return {
    // An https server takes the same listeners as one of http.
    server: listener.server as Server,
    port: listener.address.port,
    showQr: () => listener.showURL({ qr: true }),
  }
}

/** All that browsers may ask for: a certificate for this machine's names, and for the addresses that phones use. */
function certificateNames(hostname: string): readonly string[] {
  const isAny = hostname === '0.0.0.0' || hostname === '::'
  return [...new Set(['localhost', '127.0.0.1', '::1', ...(isAny ? networkAddresses() : [hostname])])]
}

function filesOf(root: string): { readonly cert: string; readonly key: string } {
  // What no build cleans, and what the dev server never serves.
  const folder = join(root, '.fw/data')
  return { cert: join(folder, 'https-cert.pem'), key: join(folder, 'https-key.pem') }
}

/** The one of an earlier start, so that a browser that was told to trust it goes on doing so. */
function keptCertificate(root: string, names: readonly string[]): { cert: string; key: string } | undefined {
  const files = filesOf(root)
  if (!existsSync(files.cert) || !existsSync(files.key)) return undefined
  try {
    const certificate = new X509Certificate(readFileSync(files.cert))
    const isFresh = Date.parse(certificate.validTo) > Date.now() + DAY_MS
    const covers = (name: string) => (isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name))
    return isFresh && names.every((name) => covers(name) !== undefined) ? files : undefined
  } catch {
    return undefined
  }
}

function keepCertificate(root: string, { cert, key }: { readonly cert: string; readonly key: string }): void {
  const files = filesOf(root)
  mkdirSync(join(root, '.fw/data'), { recursive: true })
  writeFileSync(files.cert, cert)
  writeFileSync(files.key, key, { mode: 0o600 })
  // The mode counts only for a new file.
  chmodSync(files.key, 0o600)
}
