// Decides whether the packages must be built again: `npm run build` stores a hash of the sources beside what it has built.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const STAMP = join(ROOT, '.fw/built.json')

/** Files and folders that a build reads. */
const FOLDERS = ['runtime', 'compiler', 'codemods', 'cli', 'docs', 'playground']
const FILES = [
  'package-lock.json',
  'scripts/build-packages.mjs',
  'scripts/bundle-modules.mjs',
  'scripts/ship-docs.mjs',
  'tsconfig.base.json',
]
/** Written by a build or by the commands of apps. `runtime/docs` is a copy of `docs`. */
const WRITTEN = new Set(['node_modules', 'dist', '.fw', '.data', '.turbo', 'eval-gate.json'])
const COPIES = new Set(['runtime/docs'])

/** The last files that a build writes, for each package. Without them, its folders were removed. */
const OUTPUTS = [
  'runtime/dist/bundled/index.js',
  'runtime/docs/README.md',
  'compiler/dist/bundled/index.js',
  'compiler/ts-plugin/dist/plugin.js',
  'codemods/dist/index.js',
  'cli/dist/bin.js',
  'cli/create/dist/templates/starter/package.json',
]

/** Returns a hash of the names and the contents of all sources. */
export function hashSources() {
  const hash = createHash('sha256').update(process.version)
  for (const path of [...FOLDERS.flatMap(listFiles), ...FILES])
    hash.update(`\0${path}\0`).update(readFileSync(join(ROOT, path)))
  return hash.digest('hex')
}

/** Stores that the packages were built from sources with this hash. */
export function writeStamp(sources) {
  mkdirSync(join(ROOT, '.fw'), { recursive: true })
  writeFileSync(STAMP, `${JSON.stringify({ sources })}\n`)
}

/** Returns whether the packages were built from the sources as they are now. */
export function isBuilt() {
  if (!existsSync(STAMP) || !OUTPUTS.every((path) => existsSync(join(ROOT, path)))) return false
  return JSON.parse(readFileSync(STAMP, 'utf8')).sources === hashSources()
}

/** Lists the files of a folder in a stable order. */
function listFiles(path) {
  return readdirSync(join(ROOT, path), { withFileTypes: true })
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .flatMap((entry) => {
      const child = `${path}/${entry.name}`
      if (WRITTEN.has(entry.name) || COPIES.has(child) || entry.name.endsWith('.log')) return []
      return entry.isDirectory() ? listFiles(child) : entry.isFile() ? [child] : []
    })
}
