/** Inputs of the types beside the sources: compiler options, installed packages, and the compiler itself. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { blankJsonc, findTsconfig, readJsonc } from '#find-tsconfig.ts'
import { MODULES_FOLDER } from '#own-folder.ts'
import { join, relative, resolve } from '#slash-path.ts'
import { createFileHashes, type FileHashes, hashParts } from './file-hashes.ts'
import { filesBelow, listFoldersAbove } from './folder-files.ts'

/** Lock files of all package managers; the one in `node_modules` lists the installed packages. */
const LOCKS = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
  'bun.lockb',
  'node_modules/.package-lock.json',
  'node_modules/.modules.yaml',
  'node_modules/.yarn-state.yml',
]

/**
 * Returns files that change with the compiler options and the installed packages of the app at `root`; some may not
 * exist.
 */
function outsideFiles(root: string): readonly string[] {
  const locks = listFoldersAbove(root).flatMap((folder) => LOCKS.map((name) => join(folder, name)))
  const chain = tsconfigChain(root)
  return [join(root, 'package.json'), ...locks, ...chain, ...listReferences(chain)]
}

/**
 * Returns a key from the contents and the relative paths. It is also valid in another folder, and on another machine, where
 * file times differ.
 */
export function outsideKey(root: string, hashes: FileHashes): string {
  const present = outsideFiles(root).filter((file) => hashes.of(file) !== '')
  return hashParts([compilerVersion(), ...present.flatMap((file) => [relative(root, file), hashes.of(file)])])
}

/** Returns a state from sizes and times: comparing it takes a fraction of a millisecond. */
export function outsideState(root: string): string {
  return outsideFiles(root)
    .map((file) => {
      const state = statSync(file, { throwIfNoEntry: false })
      return `${file} ${state?.size} ${state?.mtimeMs}`
    })
    .join('\n')
}

/** Returns the app's tsconfig files and the files that they extend, including missing ones, since they may be added. */
export function tsconfigChain(root: string): readonly string[] {
  const folders = listFoldersAbove(root)
  const nearest = folders.findIndex((folder) => existsSync(join(folder, 'tsconfig.json')))
  const looked = folders.slice(0, nearest < 0 ? undefined : nearest + 1).map((folder) => join(folder, 'tsconfig.json'))
  const chain = new Set(looked)
  const follow = (file: string): void => {
    for (const base of findBaseConfigs(file).flatMap(({ candidates }) => candidates)) {
      if (chain.has(base)) continue
      chain.add(base)
      follow(base)
    }
  }
  const project = findTsconfig(root)
  if (project !== undefined) {
    chain.add(project)
    follow(project)
  }
  return [...chain]
}

/** Returns the tsconfig files of the projects that `references` of these files lead to, directly or indirectly. */
function listReferences(configs: readonly string[]): readonly string[] {
  const found = new Set<string>()
  const follow = (file: string): void => {
    for (const path of readReferencePaths(file)) {
      const config = resolveReference(file, path)
      if (found.has(config)) continue
      found.add(config)
      follow(config)
    }
  }
  configs.forEach(follow)
  return [...found]
}

/** Returns the file that a path in `references` of a tsconfig leads to. */
export function resolveReference(file: string, path: string): string {
  const target = resolve(dirname(file), path)
  return target.endsWith('.json') ? target : join(target, 'tsconfig.json')
}

export function readReferencePaths(file: string): readonly string[] {
  const { references } = Object(readJsonc(file))
  return Array.isArray(references) ? references.map((one) => Object(one).path).filter(isString) : []
}

function isString(value: unknown): value is string {
  return typeof value === 'string'
}

/** An entry of a tsconfig's `extends`. */
interface BaseConfig {
  readonly name: string
  /** The offset of the name in the file. */
  readonly start: number
  /** The files that it may refer to: with or without `.json`, relative to the file or in a package. */
  readonly candidates: readonly string[]
}

/** Lists the `extends` entries of a tsconfig, in order. */
export function findBaseConfigs(file: string): readonly BaseConfig[] {
  if (!existsSync(file)) return []
  const text = blankJsonc(readFileSync(file, 'utf8'))
  const written = /"extends"\s*:\s*(\[[^\]]*\]|"[^"]*")/d.exec(text)
  const [from] = written?.indices?.[1] ?? [0]
  return [...(written?.[1] ?? '').matchAll(/"([^"]+)"/g)].map(({ 1: name = '', index }) => {
    const start = from + index + 1
    if (/^\.{0,2}\//.test(name)) {
      const path = resolve(dirname(file), name)
      return { name, start, candidates: [path, `${path}.json`] }
    }
    const ids = [name, `${name}.json`, `${name}/tsconfig.json`]
    return { name, start, candidates: ids.flatMap((id) => listResolved(file, id)) }
  })
}

function listResolved(from: string, id: string): readonly string[] {
  try {
    return [createRequire(from).resolve(id)]
  } catch {
    return []
  }
}

let version: string | undefined

/** Hash of the compiler's own files and of its TypeScript. They don't change while it runs. */
function compilerVersion(): string {
  version ??= readVersion(MODULES_FOLDER)
  return version
}

/** Returns the version of the compiler in `folder`. */
export function readVersion(folder: string): string {
  const own = filesBelow(folder).filter((name) => /\.[jt]s$/.test(name) && !/^bundled\/|\.d\.ts$/.test(name))
  const files = [
    ...own.map((name) => join(folder, name)),
    ...listResolved(join(folder, 'check.js'), 'ts-morph/package.json'),
  ]
  const hashes = createFileHashes()
  return hashParts([...own, ...files.map(hashes.of)])
}
