/**
 * An npm registry on loopback: this repository's packed packages, and every package of lock files. It sends the
 * contents of npm's cache (from `npm ci`) and forwards the rest of the configured registry, whose certificates other
 * programs may not know.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'

export interface Registry {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  close(): Promise<void>
}

interface RegistryOptions extends NpmSettings {
  readonly packages: readonly { readonly tarball: string; readonly manifest: Manifest }[]
  /** Later ones define the latest version of a package. */
  readonly lockFiles: readonly string[]
}

interface NpmSettings {
  /** npm's cache folder. */
  readonly cache: string
  /** URL of a tarball that isn't in the cache. */
  readonly upstream: string
}

interface Manifest {
  readonly name: string
  readonly version: string
}

type Version = Manifest & { readonly dist: { readonly tarball: string; readonly integrity?: string } }
type Locked = Partial<Manifest> & {
  readonly link?: boolean
  readonly integrity?: string
  readonly peerDependenciesMeta?: Readonly<Record<string, unknown>>
}

/** Serves until it is closed. */
export async function startRegistry({
  packages: packed,
  lockFiles,
  cache,
  upstream,
}: RegistryOptions): Promise<Registry> {
  const packages = new Map<string, Map<string, Version>>()
  const files = new Map<string, string>()
  const peers = new Set(lockFiles.flatMap(readOptionalPeers))
  const server = createServer(({ url = '/' }, response) => {
    const path = decodeURIComponent(url.slice(1))
    const versions = packages.get(path)
    if (versions !== undefined) return sendPackage(response, path, versions)
    const version = packages.get(dirname(path))?.get(basename(path))
    if (version !== undefined) return sendJson(response, version)
    const file = files.get(path)
    if (file !== undefined && existsSync(file)) return void createReadStream(file).pipe(response)
    if (file !== undefined) return void forward(new URL(path, upstream), response)
    if (peers.has(path)) return void forward(new URL(path.replace('/', '%2f'), upstream), response)
    response.writeHead(404).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const add = (manifest: Manifest, file: string, integrity?: string) => {
    const { name, version } = manifest
    const path = `${name}/-/${name.split('/').at(-1)}-${version}.tgz`
    const of = packages.get(name) ?? new Map<string, Version>()
    packages.set(name, of.set(version, { ...manifest, dist: { tarball: `${url}/${path}`, integrity } }))
    files.set(path, file)
  }
  for (const { manifest, tarball } of packed) add(manifest, tarball, integrityOf(tarball))
  for (const [manifest, integrity] of lockFiles.flatMap(lockedPackages))
    add(manifest, cachedFile(cache, integrity), integrity)
  return { url, close: () => new Promise((done) => void server.close(() => done()).closeAllConnections()) }
}

/** Returns npm's configuration of the user who runs the tests. */
export function npmSettings(): NpmSettings {
  const printed = execFileSync('npm', ['config', 'list', '--json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const { cache, registry } = JSON.parse(printed) as { cache: string; registry: string }
  return { cache, upstream: registry }
}

function sendPackage(response: ServerResponse, name: string, versions: Map<string, Version>): void {
  const latest = [...versions.keys()].at(-1)
  sendJson(response, { name, 'dist-tags': { latest }, versions: Object.fromEntries(versions) })
}

function sendJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function forward(url: URL, response: ServerResponse): Promise<void> {
  try {
    const { status, body } = await fetch(url)
    response.writeHead(status)
    if (body === null) response.end()
    else await pipeline(Readable.fromWeb(body as ReadableStream), response)
  } catch (error) {
    if (!response.headersSent) response.writeHead(502)
    response.end(String(error))
  }
}

/**
 * Returns the packages that a locked package may use. npm doesn't install them, but reads their versions if two packages
 * name the same one.
 */
function readOptionalPeers(lockFile: string): readonly string[] {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as { packages: Readonly<Record<string, Locked>> }
  return Object.values(packages).flatMap(({ peerDependenciesMeta = {} }) => Object.keys(peerDependenciesMeta))
}

function lockedPackages(lockFile: string): readonly (readonly [Manifest, string | undefined])[] {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as { packages: Readonly<Record<string, Locked>> }
  return Object.entries(packages).flatMap(([path, { link, integrity, ...locked }]) => {
    const [, installedAs] = /.*node_modules\/(.+)$/.exec(path) ?? []
    if (installedAs === undefined || link === true || locked.version === undefined) return []
    // The lock file has the real name of an alias.
    return [[{ name: installedAs, ...locked, version: locked.version }, integrity] as const]
  })
}

function integrityOf(file: string): string {
  return `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`
}

/**
 * Returns the path of the contents with this hash in npm's cache. Empty for a package of another platform, which has no
 * hash.
 */
function cachedFile(cache: string, integrity = ''): string {
  const [algorithm = '', digest = ''] = integrity.split('-')
  const hex = Buffer.from(digest, 'base64').toString('hex')
  return integrity === ''
    ? ''
    : join(cache, '_cacache/content-v2', algorithm, hex.slice(0, 2), hex.slice(2, 4), hex.slice(4))
}
