// Packs the packages as they are published. `npm run create`, `npm run release` and the tests use the same tarballs.
// The name of a tarball contains a hash of its contents: a package manager caches a file by its name, so another name
// keeps it from installing an old version.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { npmCommand } from '../programs.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Folders of the packages, in the order in which they are published: a package after its dependencies. */
export const PACKAGES = ['runtime', 'compiler', 'codemods', 'cli/create', 'cli']

/** Folder of the tarballs that apps outside of the repository install. */
export const TARBALLS = join(ROOT, '.fw/packages')

/** Export condition of this repository, whose files aren't published. */
const OWN_CONDITION = 'fw-source'
/** Files that npm packs without an entry in `files`. */
const ALWAYS = ['README.md']

/**
 * Packs the packages as they were built, unless the folder has the same tarballs. `repository`: URL for the manifests,
 * which registries require for provenance.
 */
export function packPackages(folder = TARBALLS, { repository } = {}) {
  const packages = PACKAGES.map((source) => {
    const manifest = JSON.parse(readFileSync(join(ROOT, source, 'package.json'), 'utf8'))
    const published = toPublished(manifest, source, repository)
    const names = [...ALWAYS, ...manifest.files.filter((name) => !name.startsWith('!'))]
    return { source, published, files: names.flatMap((name) => listFiles(join(source, name))) }
  })
  const listing = join(folder, `${hashPackages(packages)}.json`)
  const stored = existsSync(listing) ? JSON.parse(readFileSync(listing, 'utf8')) : []
  if (stored.length > 0 && stored.every(({ file }) => existsSync(join(folder, file)))) return locate(stored, folder)
  const stage = mkdtempSync(join(tmpdir(), 'fw-stage-'))
  try {
    for (const one of packages) stagePackage(one, stage)
    mkdirSync(folder, { recursive: true })
    const packed = runNpmPack(packages, stage).map((one) => store(one, stage, folder))
    writeFileSync(`${listing}-${process.pid}`, `${JSON.stringify(packed)}\n`)
    renameSync(`${listing}-${process.pid}`, listing)
    return locate(packed, folder)
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

/** Copies the files that may be published, with the license of the repository and a manifest for users. */
function stagePackage({ source, published, files }, stage) {
  for (const file of files) {
    mkdirSync(join(stage, dirname(file)), { recursive: true })
    copyFileSync(join(ROOT, file), join(stage, file))
  }
  copyFileSync(join(ROOT, 'LICENSE'), join(stage, source, 'LICENSE'))
  writeFileSync(join(stage, source, 'package.json'), `${JSON.stringify(published, undefined, 2)}\n`)
}

/** Lists the files of a folder, relative to the repository. No package publishes its declaration maps. */
function listFiles(path) {
  if (statSync(join(ROOT, path)).isFile()) return path.endsWith('.d.ts.map') ? [] : [path]
  return readdirSync(join(ROOT, path))
    .sort()
    .flatMap((name) => listFiles(join(path, name)))
}

/** Returns the manifest without what only this repository uses: its scripts and its export condition. */
function toPublished({ scripts: _, ...manifest }, source, repository) {
  const { exports, imports } = manifest
  return {
    ...manifest,
    ...(imports !== undefined && { imports: withoutOwnCondition(imports) }),
    ...(exports !== undefined && { exports: withoutOwnCondition(exports) }),
    ...(repository !== undefined && {
      homepage: `${repository}#readme`,
      bugs: `${repository}/issues`,
      repository: { type: 'git', url: `git+${repository}.git`, directory: source },
    }),
  }
}

function withoutOwnCondition(targets) {
  if (typeof targets !== 'object') return targets
  const entries = Object.entries(targets).filter(([condition]) => condition !== OWN_CONDITION)
  return Object.fromEntries(entries.map(([name, target]) => [name, withoutOwnCondition(target)]))
}

/** One npm run for all packages takes as long as a run for one. */
function runNpmPack(packages, stage) {
  const args = ['pack', '--json', '--ignore-scripts', ...packages.map(({ source }) => `./${source}`)]
  const [npm, ...first] = npmCommand()
  const printed = execFileSync(npm, [...first, ...args], {
    cwd: stage,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, npm_config_loglevel: 'error' },
  })
  const listed = Object.values(JSON.parse(printed))
  return packages.map(({ source, published }) => {
    const packed = listed.find((one) => one.name === published.name)
    if (packed === undefined) throw new Error(`npm pack did not create ${published.name}: ${printed.slice(0, 500)}`)
    return { source, manifest: published, ...packed }
  })
}

/** Moves a tarball to its name with a hash. */
function store({ source, manifest, name, version, filename, size, unpackedSize, files }, stage, folder) {
  const packed = join(stage, filename)
  const hash = createHash('sha256').update(readFileSync(packed)).digest('hex').slice(0, 12)
  const file = `${filename.replace(/\.tgz$/, '')}-${hash}.tgz`
  // Copied beside its final name first, since `stage` can be on another disk.
  copyFileSync(packed, join(folder, `${file}-${process.pid}`))
  renameSync(join(folder, `${file}-${process.pid}`), join(folder, file))
  return { source, manifest, name, version, file, size, unpackedSize, paths: files.map(({ path }) => path) }
}

function locate(packed, folder) {
  return packed.map(({ file, ...one }) => ({ ...one, tarball: join(folder, file) }))
}

function hashPackages(packages) {
  const hash = createHash('sha256').update(readFileSync(fileURLToPath(import.meta.url)))
  for (const { published, files } of packages) {
    hash.update(`\0${JSON.stringify(published)}`)
    for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(join(ROOT, file)))
  }
  return hash
    .update(readFileSync(join(ROOT, 'LICENSE')))
    .digest('hex')
    .slice(0, 16)
}
