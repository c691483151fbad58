/**
 * Packages with special treatment: packages with native code stay external, since bundles can't contain it; component
 * packages are bundled.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { join, toSlashes } from '#slash-path.ts'

interface PackageJson {
  readonly name?: string
  readonly version?: string
  readonly sideEffects?: unknown
  readonly gypfile?: boolean
  readonly binary?: unknown
  readonly napi?: unknown
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, unknown>>
}

/** Packages that load another package's prebuilt binary. */
const BINARY_LOADERS = new Set([
  'bindings',
  'node-gyp-build',
  'node-gyp-build-optional-packages',
  'prebuild-install',
  '@mapbox/node-pre-gyp',
  '@neon-rs/load',
])
const PLATFORM_PACKAGE = /(?:^|[-/])(?:linux|darwin|win32)(?:[-/]|$)/

/** Returns whether the package contains or loads a native binary. */
export function isNativePackage(manifest: PackageJson): boolean {
  if (manifest.gypfile === true || manifest.binary !== undefined || manifest.napi !== undefined) return true
  const dependencies = Object.keys(manifest.dependencies ?? {})
  if (dependencies.some((name) => BINARY_LOADERS.has(name))) return true
  return Object.keys(manifest.optionalDependencies ?? {}).some((name) => PLATFORM_PACKAGE.test(name))
}

/** Packages that the app and the runtime reach through `dependencies`, by name, sorted. */
export interface NotablePackages {
  /** Packages with native code. */
  readonly native: readonly string[]
  /** Packages of Solid components. */
  readonly components: readonly string[]
}

/** Reads every manifest below the app. This takes milliseconds and is done once; callers pass the result on. */
export function notablePackages(root: string): NotablePackages {
  const [native, components] = [new Set<string>(), new Set<string>()]
  for (const manifest of manifestsBelow(root)) {
    if (manifest.name === undefined) continue
    if (isNativePackage(manifest)) native.add(manifest.name)
    if (isOfComponents(manifest)) components.add(manifest.name)
  }
  return { native: [...native].sort(), components: [...components].sort() }
}

function isOfComponents({ name, dependencies, peerDependencies }: PackageJson): boolean {
  return !name?.startsWith('@fw/') && (dependencies?.['solid-js'] ?? peerDependencies?.['solid-js']) !== undefined
}

/** Returns the manifests of all packages, without the app's own. */
function manifestsBelow(root: string): readonly PackageJson[] {
  const found: PackageJson[] = []
  const seen = new Set<string>()
  const own = join(root, 'package.json')
  const visit = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    const manifest = readManifest(file)
    if (file !== own) found.push(manifest)
    for (const name of Object.keys(manifest.dependencies ?? {})) {
      const next = findManifest(name, file)
      // pnpm links packages, and has their dependencies beside the real folder.
      if (next !== undefined) visit(realpathSync(next))
    }
    // Apps that are built may list component packages in `devDependencies`. Dependencies of dev tools aren't followed.
    for (const name of file === own ? Object.keys(manifest.devDependencies ?? {}) : []) {
      const next = findManifest(name, file)
      if (next !== undefined && isOfComponents(readManifest(next))) visit(realpathSync(next))
    }
  }
  // In a workspace, the app may have the runtime from the workspace's manifest.
  for (const start of [own, findManifest('@fw/runtime', own)])
    if (start !== undefined && existsSync(start)) visit(start === own ? own : realpathSync(start))
  return found
}

/** Returns the `package.json` at this path. Throws if it can't be read. */
export function readManifest(file: string): PackageJson {
  const parsed: unknown = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
  return typeof parsed === 'object' && parsed !== null ? parsed : {}
}

/**
 * Searches the folders that Node searches for an import; the package's exports need not include `package.json`. Not those of
 * `NODE_PATH`, which pnpm sets for the programs that it starts: modules of the build don't see them.
 */
function findManifest(name: string, from: string): string | undefined {
  for (let folder = dirname(from); ; folder = dirname(folder)) {
    const file = join(folder, 'node_modules', name, 'package.json')
    if (existsSync(file)) return file
    if (folder === dirname(folder)) return undefined
  }
}

/** Returns the folder of a package, resolved from `from`. */
export function packageDir(name: string, from: string): string | undefined {
  const file = findManifest(name, from)
  return file === undefined ? undefined : dirname(file)
}

/** Returns the real folders of the installed packages among `names`, resolved from the app at `root`. */
export function findPackageFolders(root: string, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const folder = packageDir(name, `${root}/package.json`)
    return folder === undefined ? [] : [toSlashes(realpathSync(folder))]
  })
}
