/** Explains why an import fails, and suggests the nearest files, packages and names. Runs only after a failure. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, posix } from 'node:path'
import { nearestName } from '@fw/runtime/contract'
import type { SourceSpan } from '#model.ts'
import { join, relative, resolve } from '#slash-path.ts'
import { listFoldersAbove } from './folder-files.ts'
import { appFiles, findImportedName, importSpan, listStaticSpecifiers, sourceText } from './source-places.ts'

/** An import that can't be resolved. */
export interface FailedImportFact {
  /**
   * `file`: no file has this path. `package`: it isn't installed. `declared`: the same, but `package.json` lists it.
   * `entry`: the package exists but has no such entry. `alias`: neither a path nor the name of a package.
   */
  readonly problem: 'file' | 'package' | 'declared' | 'entry' | 'alias'
  /** The specifier in the source. */
  readonly specifier: string
  /** The missing path, relative to the root, or the name of the package. */
  readonly target: string
  /** The most similar existing target, as a specifier. */
  readonly nearest?: string
  readonly span: SourceSpan
}

/** An import of a name that the existing module doesn't export. */
export interface MissingExportFact {
  /** `type`: a type, which doesn't exist at run time. `declared`: the module only declares the value. */
  readonly problem: 'name' | 'default' | 'type' | 'declared'
  readonly name: string
  /** The module's specifier in the import. */
  readonly module: string
  /** The module's exports, as far as they are known; otherwise empty. */
  readonly names: readonly string[]
  readonly nearest?: string
  readonly span: SourceSpan
}

/** Describes an import of `specifier` in `file`, relative to the root, that can't be resolved. */
export function createFailedImport(root: string, file: string, specifier: string): FailedImportFact {
  return { ...lookUp(root, file, specifier), specifier, span: importSpan(root, file, specifier) }
}

/** Describes an import of an entry that the installed package doesn't export. */
export function createFailedEntry(root: string, file: string, specifier: string): FailedImportFact {
  const target = getPackageName(specifier) ?? specifier
  const manifest = listFoldersAbove(root).map((folder) => join(folder, 'node_modules', target, 'package.json'))
  const entries = Object.keys(Object(readJson(manifest.find(existsSync)).exports))
  const names = entries.filter((one) => one.startsWith('./') && !one.includes('*')).map((one) => target + one.slice(1))
  const nearest = nearestName(specifier, names)
  const span = importSpan(root, file, specifier)
  return { problem: 'entry', specifier, target, ...(nearest !== undefined && { nearest }), span }
}

/**
 * Describes an import of `name` in `file` from the module at `exporter`; the first is relative to the root, the other
 * absolute.
 */
export function createMissingExport(root: string, file: string, exporter: string, name: string): MissingExportFact {
  const module = toSpecifier(root, file, exporter)
  const isOwn = !exporter.includes('/node_modules/') && existsSync(exporter)
  const exported = isOwn ? listExportedNames(readFileSync(exporter, 'utf8')) : NO_NAMES
  const problem = findExportProblem(name, exported)
  const names = exported.values.filter((value) => value !== 'default' && value !== name)
  const nearest = problem === 'name' ? nearestName(name, names) : undefined
  const span = findImportedName(root, file, module, name)
  return { problem, name, module, names, ...(nearest !== undefined && { nearest }), span }
}

function findExportProblem(name: string, { types, declared }: ExportedNames): MissingExportFact['problem'] {
  if (name === 'default') return 'default'
  if (declared.includes(name)) return 'declared'
  return types.includes(name) ? 'type' : 'name'
}

type Looked = Pick<FailedImportFact, 'problem' | 'target' | 'nearest'>

function lookUp(root: string, file: string, specifier: string): Looked {
  const [bare = '', query = ''] = specifier.split(/(?=[?#])/)
  if (/^\.{0,2}\//.test(bare) || bare === '.' || bare === '..') {
    const path = bare.startsWith('/') ? join(root, bare) : resolve(root, dirname(file), bare)
    const nearest = nearestFile(root, file, path)
    return { problem: 'file', target: relative(root, path), ...(nearest !== undefined && { nearest: nearest + query }) }
  }
  const target = getPackageName(specifier)
  // A stylesheet may name a file in the same folder without "./".
  if (target === undefined || /\.(?:css|s[ac]ss|less)$/.test(file)) {
    const beside = nearestFile(root, file, resolve(root, dirname(file), bare))
    if (beside !== undefined) return { problem: 'file', target: bare, nearest: beside }
  }
  if (target === undefined) return { problem: 'alias', target: bare.replace(/^[@~#]?\/?/, '') }
  const declared = listDeclaredPackages(root)
  if (declared.includes(target)) return { problem: 'declared', target }
  const nearest = nearestName(target, declared)
  return { problem: 'package', target, ...(nearest !== undefined && { nearest }) }
}

/** Returns the package name that a specifier begins with, or `undefined` if it doesn't begin with a valid one. */
export function getPackageName(specifier: string): string | undefined {
  return /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*(?=\/|$)/i.exec(specifier)?.[0]
}

/**
 * Returns the specifier for `file` of a similarly named file in the same folder, or else of a file elsewhere with the
 * same name.
 */
function nearestFile(root: string, file: string, path: string): string | undefined {
  const ending = extname(path)
  const isLike = (name: string) => ending === '' || extname(name) === ending || SCRIPT.test(name) === SCRIPT.test(path)
  const stem = (name: string) => basename(name, extname(name))
  const folder = dirname(path)
  const beside = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []
  const names = beside.filter((entry) => entry.isFile() && isLike(entry.name)).map(({ name }) => name)
  const same = nearestName(stem(path), names.map(stem))
  const name = names.find((one) => stem(one) === same)
  if (name !== undefined) return toSpecifier(root, file, join(folder, name))
  const elsewhere = appFiles(root, /./).filter((one) => stem(one) === stem(path) && isLike(one) && one !== file)
  const named = elsewhere.map((one) => toSpecifier(root, file, join(root, one)))
  return named.sort((a, b) => a.length - b.length)[0]
}

const SCRIPT = /\.[cm]?[jt]sx?$/

/** Returns the specifier in `file` for the module at this path: the existing one, or a suitable one. */
function toSpecifier(root: string, file: string, path: string): string {
  const inModules = path.lastIndexOf('/node_modules/')
  const written = listStaticSpecifiers(sourceText(root, file))
  if (inModules !== -1) {
    const inside = path.slice(inModules + '/node_modules/'.length)
    const name = getPackageName(inside) ?? inside
    return written.find((one) => getPackageName(one) === name) ?? name
  }
  const direct = relative(dirname(join(root, file)), path)
  const plain = direct.startsWith('.') ? direct : `./${direct}`
  const without = (one: string) => posix.normalize(one).replace(SCRIPT, '')
  return written.find((one) => one.startsWith('.') && without(one) === without(plain)) ?? plain
}

const DECLARED = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']

function listDeclaredPackages(root: string): readonly string[] {
  const manifest = readJson(join(root, 'package.json'))
  return DECLARED.flatMap((field) => Object.keys(Object(manifest[field])))
}

function readJson(file: string | undefined): Readonly<Record<string, unknown>> {
  try {
    return file === undefined ? {} : Object(JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')))
  } catch {
    // Another rule reports that the file can't be read.
    return {}
  }
}

/** Names that a module exports, as far as its text lists them. */
interface ExportedNames {
  readonly values: readonly string[]
  readonly types: readonly string[]
  /** Values that are only declared, which compile to nothing. */
  readonly declared: readonly string[]
}

const NO_NAMES: ExportedNames = { values: [], types: [], declared: [] }

function listExportedNames(text: string): ExportedNames {
  const values: string[] = []
  const types: string[] = []
  const declared: string[] = []
  for (const [, declare, keyword = '', name = ''] of text.matchAll(DECLARATION)) {
    if (keyword === 'interface' || keyword === 'type') types.push(name)
    else (declare === undefined ? values : declared).push(name)
  }
  for (const [, type, list = ''] of text.matchAll(/^\s*export\s+(type\s+)?\{([^}]*)\}/gm))
    for (const part of list.split(',')) {
      const name = /([\w$]+)\s*$/.exec(part.trim())?.[1]
      if (name !== undefined) (type !== undefined || /^\s*type\s/.test(part) ? types : values).push(name)
    }
  return { values, types, declared }
}

const DECLARATION =
  /^\s*export\s+(declare\s+)?(?:abstract\s+)?(?:async\s+)?(const\s+enum|const|let|var|function\*?|class|enum|interface|type)\s+([\w$]+)/gm
