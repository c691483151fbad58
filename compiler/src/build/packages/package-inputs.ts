/** Everything that the bundle of a third-party package depends on and that is known before it is bundled. */
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createFileHashes, hashParts } from '#analyze/modules/file-hashes.ts'
import { join, relative, toSlashes } from '#slash-path.ts'
import { isNativePackage, readManifest } from '../externals.ts'

interface PackageInputs {
  /** Changes with the module, the installed packages that it needs, and their versions. */
  readonly key: string
  /** Manifests of these packages. Absolute. */
  readonly manifests: readonly string[]
  /** Names of the packages with native code, which stay outside of the bundle. */
  readonly native: readonly string[]
}

/** Name of the package in `from 'name/path'`. */
const IMPORTED = /\bfrom\s*['"]((?:@[^/'"]+\/)?[^./'"][^/'"]*)/g

/**
 * Reads the inputs of a bundle of `module`, which only exports names of packages. `folder` is the `node_modules` folder of
 * the installation: the key contains only paths relative to it.
 */
export function readPackageInputs(module: string, folder: string): PackageInputs {
  const code = readFileSync(module, 'utf8')
  const manifests = new Set<string>()
  const native = new Set<string>()
  const visit = (name: string, from: string): void => {
    const file = findRealManifest(name, from)
    if (file === undefined || manifests.has(file)) return
    manifests.add(file)
    const manifest = readManifest(file)
    if (manifest.name !== undefined && isNativePackage(manifest)) native.add(manifest.name)
    // An optional package is part of the bundle if it is installed.
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = manifest
    const names = { ...dependencies, ...optionalDependencies, ...peerDependencies, ...peerDependenciesMeta }
    for (const next of Object.keys(names)) visit(next, file)
  }
  for (const [, name = ''] of code.matchAll(IMPORTED)) visit(name, module)
  const hashes = createFileHashes()
  const installed = [...manifests].sort().flatMap((file) => [relative(folder, file), hashes.of(file)])
  return { key: hashParts([code, ...installed]), manifests: [...manifests], native: [...native].sort() }
}

/** Finds the manifest as Node does. The dependencies of a linked package are beside its target. */
function findRealManifest(name: string, from: string): string | undefined {
  const folders = createRequire(from).resolve.paths(name) ?? []
  const found = folders.map((folder) => join(folder, name, 'package.json')).find((file) => existsSync(file))
  return found === undefined ? undefined : toSlashes(realpathSync(found))
}
