/** The packages of this repository, packed by `npm pack`. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))

/** Folders of the packages. */
export const PACKAGES = ['runtime', 'compiler', 'codemods', 'cli', 'cli/create'] as const

export interface Packed {
  /** Folder in the repository. */
  readonly source: string
  readonly tarball: string
  /** Size of its files. */
  readonly paths: readonly string[]
  readonly manifest: PackedManifest
}

export interface PackedManifest {
  readonly name: string
  readonly version: string
  readonly exports: Readonly<Record<string, unknown>>
}

interface Listed {
  readonly name: string
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

/** Writes the tarballs to `folder`: one npm run for all packages, which takes as long as a run for one. */
export function packAll(folder: string): readonly Packed[] {
  const args = ['pack', '--json', '--pack-destination', folder, ...PACKAGES.map((source) => `./${source}`)]
  const printed = execFileSync('npm', args, {
    cwd: REPOSITORY,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 16 * 1024 * 1024,
  })
  const listed = Object.values(JSON.parse(printed) as readonly Listed[] | Readonly<Record<string, Listed>>)
  return PACKAGES.map((source) => {
    const text = readFileSync(join(REPOSITORY, source, 'package.json'), 'utf8')
    const manifest = JSON.parse(text) as PackedManifest // this repository's manifest
    const packed = listed.find(({ name }) => name === manifest.name)
    if (packed === undefined) throw new Error(`npm pack did not make ${manifest.name}: ${printed.slice(0, 500)}`)
    return { source, tarball: join(folder, packed.filename), paths: packed.files.map(({ path }) => path), manifest }
  })
}
