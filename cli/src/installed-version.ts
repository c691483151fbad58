/** What an app has installed, by the `package.json` of each package. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

export interface PackageManifest {
  readonly name?: string
  readonly version?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** Empty for a file that is not there. */
export function readManifest(file: string): PackageManifest {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PackageManifest) : {} // npm's own format
}

/** The version that the app's modules get, wherever they find the package; undefined when they find none. */
export function installedVersion(root: string, name: string): string | undefined {
  const folders = createRequire(join(root, 'package.json')).resolve.paths(name) ?? []
  const file = folders.map((folder) => join(folder, name, 'package.json')).find((path) => existsSync(path))
  return file === undefined ? undefined : readManifest(file).version
}

/** The version of the tool that runs. */
export function ownVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  return (manifest as { version: string }).version // our own package.json
}
