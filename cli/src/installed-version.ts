/** Versions of installed packages, from their `package.json` files. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

interface PackageManifest {
  readonly name?: string
  readonly version?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly packageManager?: string
}

/** Returns the manifest, or an empty one for a missing file. Throws a `SyntaxError` for invalid JSON. */
export function readManifest(file: string): PackageManifest {
  return existsSync(file) ? (parseManifest(readFileSync(file, 'utf8')) as PackageManifest) : {} // npm's own format
}

/** Parses a `package.json`, which may begin with a byte order mark, as for npm. Throws a `SyntaxError`. */
export function parseManifest(text: string): unknown {
  return JSON.parse(text.replace(/^\uFEFF/, ''))
}

/** Returns the version of a package as the app's modules resolve it, or `undefined` if it isn't installed. */
export function readInstalledVersion(root: string, name: string): string | undefined {
  const folders = createRequire(join(root, 'package.json')).resolve.paths(name) ?? []
  const file = folders.map((folder) => join(folder, name, 'package.json')).find((path) => existsSync(path))
  return file === undefined ? undefined : readManifest(file).version
}

/** Returns the version of this tool. */
export function ownVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  return (manifest as { version: string }).version // our own package.json
}
