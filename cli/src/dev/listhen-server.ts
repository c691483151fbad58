/** Server of `fw dev --https` and `--qr`, created by listhen. Loaded only for these flags. */
import { X509Certificate } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { RequestListener, Server } from 'node:http'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { listen } from 'listhen'
import { networkAddresses } from '../network-urls.ts'

interface ListhenOptions {
  /** Folder of the app. A generated certificate is stored below it. */
  readonly root: string
  readonly port: number
  /** Whether to reject if the port is in use, instead of trying the next ports. */
  readonly strict: boolean
  readonly hostname: string
  readonly https: boolean
}

export interface ListhenServer {
  readonly server: Server
  readonly port: number
  /** Prints the URLs, and a QR code of a URL that other devices can reach, with `console.log`. */
  showQr(): Promise<void>
}

const ATTEMPTS = 100
const VALID_DAYS = 30
const DAY_MS = 86_400_000

/** Starts the server. Resolves when it listens. Rejects with code `EADDRINUSE` if no port is free. */
export async function listhenServer(options: ListhenOptions, handle: RequestListener): Promise<ListhenServer> {
  const { root, port, strict, hostname, https } = options
  const names = certificateNames(hostname)
  const stored = https ? readStoredCertificate(root, names) : undefined
  const listener = await listen(handle, {
    hostname,
    port: {
      port,
      random: port === 0,
      alternativePortRange: strict ? [port, port] : [port + 1, port + ATTEMPTS],
      verbose: false,
    },
    https: https && (stored ?? { domains: [...names], validityDays: VALID_DAYS }),
    showURL: false,
    // The command handles signals itself.
    autoClose: false,
    isProd: false,
    isTest: false,
  }).catch((error: unknown) => {
    const isTaken = error instanceof Error && error.name === 'GetPortError'
    throw isTaken ? Object.assign(error, { code: 'EADDRINUSE' }) : error
  })
  if (stored === undefined && listener.https !== false) storeCertificate(root, listener.https)
  return {
    // An https server accepts the same listeners as an http server.
    server: listener.server as Server,
    port: listener.address.port,
    showQr: () => listener.showURL({ qr: true }),
  }
}

/** Returns all names that a browser may use: the names of this machine, and its IP addresses for phones. */
function certificateNames(hostname: string): readonly string[] {
  const isAny = hostname === '0.0.0.0' || hostname === '::'
  return [...new Set(['localhost', '127.0.0.1', '::1', ...(isAny ? networkAddresses() : [hostname])])]
}

function readCertificateFiles(root: string): { readonly cert: string; readonly key: string } {
  // Builds don't delete this folder, and the dev server never serves it.
  const folder = join(root, '.fw/data')
  return { cert: join(folder, 'https-cert.pem'), key: join(folder, 'https-key.pem') }
}

/** Reuses the certificate of an earlier start, so that a browser continues to trust it. */
function readStoredCertificate(root: string, names: readonly string[]): { cert: string; key: string } | undefined {
  const files = readCertificateFiles(root)
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

function storeCertificate(root: string, { cert, key }: { readonly cert: string; readonly key: string }): void {
  const files = readCertificateFiles(root)
  mkdirSync(join(root, '.fw/data'), { recursive: true })
  writeFileSync(files.cert, cert)
  writeFileSync(files.key, key, { mode: 0o600 })
  // `mode` applies only to a new file.
  chmodSync(files.key, 0o600)
}
