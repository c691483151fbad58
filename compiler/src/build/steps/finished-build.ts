/**
 * The record of a finished build, `.fw/cache/finished-build.json`: hashes of everything that its bundles read, and of
 * all files that it wrote. If none has changed, the next build verifies them and bundles nothing. Loads no bundler.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { FwConfig } from '@fw/runtime/contract'
import { BUILT_RESULT } from '#analyze/modules/build-sources.ts'
import { createFileHashes, type FileHashes, hashParts } from '#analyze/modules/file-hashes.ts'
import { filesBelow } from '#analyze/modules/folder-files.ts'
import { listLinkedPackages } from '#analyze/modules/linked-packages.ts'
import { isResultCurrent, listSourceFolder } from '#analyze/modules/result-store.ts'
import { CONFIG_FILES } from '#analyze/pages/convention-files.ts'
import { MODULES_FOLDER } from '#own-folder.ts'
import type { AnalysisReport } from '#report/analysis-report.ts'
import { isBelow, join, relative, resolve } from '#slash-path.ts'
import { findPackageFolders, packageDir, readManifest } from '../externals.ts'
import { listStyleFiles } from './style-files.ts'

/** Path relative to the app root. */
const RECORD = '.fw/cache/finished-build.json'

/** What a build of the same app would report again. */
export interface FinishedBuild {
  /** The warnings that the build has logged. */
  readonly lines: readonly string[]
  readonly hasAgent: boolean
  readonly analysis: Omit<AnalysisReport, 'changes'>
}

/** Content hashes by path, relative to the app root; `''` for a file that doesn't exist. */
type Hashes = Readonly<Record<string, string>>

interface StoredBuild extends FinishedBuild {
  readonly environment: string
  /** Present if the configuration file has only literal values, so that it needn't be run. */
  readonly config?: FwConfig
  readonly inputs: Hashes
  readonly outputs: Hashes
}

/**
 * Returns the last build if its outputs and inputs are unchanged. Whether the app as a whole is unchanged is
 * known once its configuration is: see `isSameApp`.
 */
export function readFinishedBuild(root: string): (FinishedBuild & { readonly config?: FwConfig }) | undefined {
  const file = join(root, RECORD)
  if (!existsSync(file)) return undefined
  try {
    const stored = JSON.parse(readFileSync(file, 'utf8')) as StoredBuild // written below; the environment has the version
    if (stored.environment !== readEnvironment()) return undefined
    const hashes = createFileHashes()
    if (!areCurrent(root, stored.inputs, hashes) || !areCurrent(root, stored.outputs, hashes)) return undefined
    const files = [...listOutputs(root), ...listSources(root)]
    const isKnown = (path: string) => path in stored.outputs || path in stored.inputs
    return files.every(isKnown) ? stored : undefined
  } catch {
    // Without a readable record, the build is only slower.
    return undefined
  }
}

/** Returns whether the app with this configuration is the one that was built: no file has been added, removed or changed. */
export function isSameApp(root: string, config: FwConfig): boolean {
  return isResultCurrent(root, config)
}

/** Marks the output as newer than the app's sources, as a build does. */
export function markBuilt(root: string): void {
  const now = new Date()
  utimesSync(join(root, 'dist/server/index.js'), now, now)
}

interface RecordedBuild extends FinishedBuild {
  readonly config: FwConfig
  /** Files of the bundles' modules. Absolute. */
  readonly modules: readonly string[]
  /** Time at which the build began, in milliseconds. A file that has changed since may have been read before. */
  readonly startedAt: number
}

/** Stores the record of a build. Without one, the next build runs all steps. */
export async function writeFinishedBuild(root: string, build: RecordedBuild): Promise<void> {
  const { modules, startedAt, config, ...finished } = build
  const own = modules.filter((file) => !file.startsWith(`${root}/.fw/`))
  const sources = listSources(root)
  const read = [...own, ...listStyleFiles([...new Set([...own, ...sources.map((path) => resolve(root, path))])])]
  if (hasLinkedFolder(root) || !read.every(createIsKnown(root))) return
  const hashes = createFileHashes()
  const toHashes = (paths: Iterable<string>) =>
    Object.fromEntries([...paths].sort().map((path) => [path, hashes.of(resolve(root, path))]))
  const inputs = new Set([...[...withManifests(read)].map((path) => relative(root, path)), ...sources])
  if (!isResultCurrent(root, config)) return
  const configFile = CONFIG_FILES.find((name) => existsSync(join(root, name)))
  const isLiteral =
    configFile !== undefined && (await (await import('./literal-config.ts')).isLiteralConfig(join(root, configFile)))
  const stored: StoredBuild = {
    ...finished,
    environment: readEnvironment(),
    ...(isLiteral && { config }),
    inputs: toHashes([...inputs, BUILT_RESULT]),
    outputs: toHashes(listOutputs(root)),
  }
  // After the hashes: a file that changes later gives another hash in the next build.
  const isNew = (path: string) => (statSync(resolve(root, path), { throwIfNoEntry: false })?.ctimeMs ?? 0) >= startedAt
  if ([...inputs].some(isNew)) return
  try {
    const file = join(root, RECORD)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(`${file}.${process.pid}.tmp`, JSON.stringify(stored))
    renameSync(`${file}.${process.pid}.tmp`, file)
  } catch {
    // If the folder can't be written, only the next build is slower.
  }
}

function areCurrent(root: string, expected: Hashes, hashes: FileHashes): boolean {
  return Object.entries(expected).every(([path, hash]) => hashes.of(resolve(root, path)) === hash)
}

/** Everything outside of files that a bundle depends on: Node, the variables that Vite exposes, the build tools. */
function readEnvironment(): string {
  const own = join(MODULES_FOLDER, '../package.json')
  const tools = Object.keys(readManifest(own).dependencies ?? {}).flatMap((name) => {
    const folder = packageDir(name, own)
    return folder === undefined ? [] : [name, readManifest(join(folder, 'package.json')).version ?? '']
  })
  const exposed = Object.entries(process.env).flatMap(([name, value = '']) =>
    name.startsWith('VITE_') ? [`${name}=${value}`] : [],
  )
  return hashParts([process.version, process.platform, process.arch, ...tools, ...exposed.sort()])
}

/**
 * Lists all files of the app and of the workspace's packages that it depends on, including images,
 * the stylesheets of an `@import`, `public/`.
 */
function listSources(root: string): readonly string[] {
  const linked = listLinkedPackages(root).flatMap((folder) =>
    filesBelow(folder).map((file) => relative(root, `${folder}/${file}`)),
  )
  return [...listSourceFolder(root).files.filter((file) => !file.startsWith('.fw/')), ...linked]
}

/** Returns whether the app contains a link to a folder, whose files aren't listed. */
function hasLinkedFolder(root: string): boolean {
  const { links } = listSourceFolder(root)
  return links.some((link) => statSync(join(root, link), { throwIfNoEntry: false })?.isDirectory() === true)
}

/**
 * Returns a function that returns whether a change of a module's package is noticed: it is installed, listed above, or the
 * framework.
 */
function createIsKnown(root: string): (file: string) => boolean {
  const framework = findPackageFolders(root, ['@fw/runtime'])
  const folders = [root, ...listLinkedPackages(root), ...framework]
  return (file) => file.includes('/node_modules/') || folders.some((folder) => isBelow(folder, file))
}

/** Lists the files of the last build: all of `dist/`, and the generated ones that it doesn't share with other commands. */
function listOutputs(root: string): readonly string[] {
  const built = filesBelow(join(root, 'dist')).map((file) => `dist/${file}`)
  const generated = filesBelow(join(root, '.fw')).map((file) => `.fw/${file}`)
  return [...built, ...generated.filter((file) => !OTHERS.test(file))]
}

/** Caches, data of `fw dev`, and reports. */
const OTHERS = /^\.fw\/(?:(?:cache|data|tests)\/|analyze\.|last-build\.json$)/

/** Adds the nearest `package.json` of each file, which decides how its package resolves. */
function withManifests(files: readonly string[]): ReadonlySet<string> {
  const found = new Set(files)
  const seen = new Set<string>()
  for (const file of files)
    for (let folder = dirname(file); !seen.has(folder); folder = dirname(folder)) {
      seen.add(folder)
      const manifest = join(folder, 'package.json')
      if (!existsSync(manifest)) continue
      found.add(manifest)
      break
    }
  return found
}
