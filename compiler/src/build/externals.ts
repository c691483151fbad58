/** Which packages are treated differently: those with native code stay outside of bundles, which cannot hold it; components go in. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

interface PackageJson {
  readonly name?: string
  readonly gypfile?: boolean
  readonly binary?: unknown
  readonly napi?: unknown
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** Packages that load a prebuilt binary for their owner. */
const BINARY_LOADERS = new Set([
  'bindings',
  'node-gyp-build',
  'node-gyp-build-optional-packages',
  'prebuild-install',
  '@mapbox/node-pre-gyp',
  '@neon-rs/load',
])
const PLATFORM_PACKAGE = /(?:^|[-/])(?:linux|darwin|win32)(?:[-/]|$)/

/** True when the package brings or loads a native binary. */
export function isNativePackage(manifest: PackageJson): boolean {
  if (manifest.gypfile === true || manifest.binary !== undefined || manifest.napi !== undefined) return true
  const dependencies = Object.keys(manifest.dependencies ?? {})
  if (dependencies.some((name) => BINARY_LOADERS.has(name))) return true
  return Object.keys(manifest.optionalDependencies ?? {}).some((name) => PLATFORM_PACKAGE.test(name))
}

/** Names of the native packages that the app and the runtime reach through `dependencies`, sorted. */
export function nativePackages(root: string): readonly string[] {
  return packagesBelow(root, isNativePackage)
}

/** Names of the packages of Solid components that the app reaches through `dependencies`, sorted. */
export function componentPackages(root: string): readonly string[] {
  return packagesBelow(
    root,
    ({ name, dependencies, peerDependencies }) =>
      !name?.startsWith('@fw/') && (dependencies?.['solid-js'] ?? peerDependencies?.['solid-js']) !== undefined,
  )
}

function packagesBelow(root: string, isWanted: (manifest: PackageJson) => boolean): readonly string[] {
  const found = new Set<string>()
  const seen = new Set<string>()
  const own = join(root, 'package.json')
  const visit = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    const manifest = readManifest(file)
    if (file !== own && manifest.name !== undefined && isWanted(manifest)) found.add(manifest.name)
    for (const name of Object.keys(manifest.dependencies ?? {})) {
      const next = findManifest(name, file)
      if (next !== undefined) visit(next)
    }
  }
  // An app below a workspace may leave the runtime to the workspace's manifest.
  for (const start of [own, findManifest('@fw/runtime', own)])
    if (start !== undefined && existsSync(start)) visit(start)
  return [...found].sort()
}

/** The `package.json` at this path. Throws when it cannot be read. */
export function readManifest(file: string): PackageJson {
  const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'))
  return typeof parsed === 'object' && parsed !== null ? parsed : {}
}

/** Looks where Node looks, without needing `package.json` among the package's exports. */
function findManifest(name: string, from: string): string | undefined {
  const folders = createRequire(from).resolve.paths(name) ?? []
  return folders.map((folder) => join(folder, name, 'package.json')).find((file) => existsSync(file))
}

/** The folder of a package's manifest, from the point of view of `from`. */
export function packageDir(name: string, from: string): string | undefined {
  const file = findManifest(name, from)
  return file === undefined ? undefined : dirname(file)
}
