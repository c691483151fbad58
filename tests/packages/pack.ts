/** The packages of this repository, packed by `npm pack`. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keepBuild } from '../kept-builds.ts'

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

/** Packs the packages once for all test files: one npm run for all of them takes as long as a run for one. */
export async function packAll(): Promise<readonly Packed[]> {
  const folder = await keepBuild('packed', { root: REPOSITORY, files: PACKAGES.flatMap(listFiles) }, runPack)
  const text = readFileSync(join(folder, LISTING), 'utf8')
  const listed = Object.values(JSON.parse(text) as readonly Listed[] | Readonly<Record<string, Listed>>)
  return PACKAGES.map((source) => {
    const manifest = JSON.parse(readFileSync(join(REPOSITORY, source, 'package.json'), 'utf8')) as PackedManifest // ours
    const packed = listed.find(({ name }) => name === manifest.name)
    if (packed === undefined) throw new Error(`npm pack did not make ${manifest.name}: ${text.slice(0, 500)}`)
    return { source, tarball: join(folder, packed.filename), paths: packed.files.map(({ path }) => path), manifest }
  })
}

/** What npm has printed about the tarballs beside it. */
const LISTING = 'packed.json'

async function runPack(folder: string): Promise<void> {
  mkdirSync(folder)
  const args = ['pack', '--json', '--pack-destination', folder, ...PACKAGES.map((source) => `./${source}`)]
  const printed = execFileSync('npm', args, {
    cwd: REPOSITORY,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 16 * 1024 * 1024,
  })
  writeFileSync(join(folder, LISTING), printed)
}

/** Returns the files of a package that may be packed, relative to the repository. */
function listFiles(source: string): readonly string[] {
  const entries = readdirSync(join(REPOSITORY, source), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(REPOSITORY.length))
    .filter((path) => !/[\\/](?:node_modules|src|\.turbo|\.fw)[\\/]/.test(path))
}
