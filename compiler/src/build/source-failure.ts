/**
 * Converts errors of a bundler or the dev server that loads a file of the app to diagnostics, if the app's sources are
 * the cause. Errors outside of the app's own files are left unchanged.
 */

import { basename, isAbsolute } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findProjectName } from '#analyze/modules/workspace-files.ts'
import { resolve, toSlashes } from '#slash-path.ts'
import type { ServerCodeFact } from '../analyze/modules/client-graph.ts'
import type { FailedImportFact, MissingExportFact } from '../analyze/modules/import-hints.ts'
import { createFailedEntry, createFailedImport, createMissingExport } from '../analyze/modules/import-hints.ts'
import { appFiles, isImporting, sourceText } from '../analyze/modules/source-places.ts'
import type { TsconfigFact } from '../analyze/modules/tsconfig-faults.ts'
import { findTsconfigFaults } from '../analyze/modules/tsconfig-faults.ts'
import type { SyntaxFact } from '../analyze/pages/analyzed-components.ts'
import { codeFrame, createSpan } from '../diagnostic/code-frame.ts'
import type { Diagnostic } from '../model.ts'
import { invalidTsconfig } from '../rules/modules/invalid-tsconfig.ts'
import { missingExport } from '../rules/modules/missing-export.ts'
import { serverCode } from '../rules/modules/server-code.ts'
import { syntaxError } from '../rules/modules/syntax-error.ts'
import { unresolvedImport } from '../rules/modules/unresolved-import.ts'

interface Found {
  readonly failedImports?: readonly FailedImportFact[]
  readonly missingExports?: readonly MissingExportFact[]
  readonly syntax?: readonly SyntaxFact[]
  readonly tsconfig?: readonly TsconfigFact[]
  readonly serverCode?: readonly ServerCodeFact[]
}

/** The fields that are read here; Vite, Rolldown, PostCSS and Lightning CSS each set some of them. */
interface Failure {
  readonly message?: unknown
  readonly code?: unknown
  readonly id?: unknown
  readonly exporter?: unknown
  readonly plugin?: unknown
  readonly source?: unknown
  readonly loc?: { readonly line?: unknown; readonly column?: unknown; readonly file?: unknown }
  readonly errors?: unknown
  readonly fact?: unknown
}

/**
 * Returns the diagnostics; empty if the app's sources don't explain the error. `root` is the app's folder, absolute,
 * with slashes.
 */
export function sourceDiagnostics(error: unknown, root: string): readonly Diagnostic[] {
  const { errors } = Object(error) as Failure // anything can be thrown
  const all: readonly unknown[] = Array.isArray(errors) && errors.length > 0 ? errors : [error]
  const found = all.map((one) => explain(Object(one), root) ?? {})
  const diagnostics = [
    ...unresolvedImport.report(found.flatMap(({ failedImports = [] }) => failedImports)),
    ...missingExport.report(found.flatMap(({ missingExports = [] }) => missingExports)),
    ...syntaxError.report(found.flatMap(({ syntax = [] }) => syntax)),
    ...serverCode.report(found.flatMap(({ serverCode: facts = [] }) => facts)),
    ...invalidTsconfig.report(found.flatMap(({ tsconfig = [] }) => tsconfig)),
  ]
  const seen = new Set<string>()
  return diagnostics.flatMap((one) => {
    const key = JSON.stringify([one.message, one.span])
    if (seen.has(key)) return []
    seen.add(key)
    return [one.span === undefined ? one : { ...one, frame: codeFrame(sourceText(root, one.span.file), one.span) }]
  })
}

function explain(failure: Failure, root: string): Found | undefined {
  if (failure.fact !== undefined) return { serverCode: [failure.fact as ServerCodeFact] } // of `PrivateFileError`
  const message = stripVTControlCharacters(String(failure.message))
  const { id, exporter } = failure
  const importer = typeof id === 'string' ? ownFile(id, root) : undefined
  if (failure.code === 'UNRESOLVED_IMPORT' && importer !== undefined && typeof exporter === 'string')
    return { failedImports: [createFailedImport(root, importer, exporter)] }
  if (failure.code === 'MISSING_EXPORT' && importer !== undefined && typeof exporter === 'string') {
    const name = /"([^"]+)" is not exported by/.exec(message)?.[1]
    return name === undefined ? undefined : { missingExports: [createMissingExport(root, importer, exporter, name)] }
  }
  if (message.includes('[TSCONFIG_ERROR]')) return { tsconfig: findTsconfigFaults(root) }
  return (
    findUnresolved(message, importer, root) ??
    syntax(failure, message, root) ??
    (importer === undefined ? undefined : findRefusal(failure, message, importer, root))
  )
}

/** A position that a plugin of the app reports with `this.error`. An error without one may be a mistake of the plugin. */
function findRefusal({ code, plugin, loc }: Failure, message: string, file: string, root: string): Found | undefined {
  const line = Number(loc?.line)
  if (code !== 'PLUGIN_ERROR' || !(line > 0) || typeof plugin !== 'string' || OWN_PLUGIN.test(plugin)) return undefined
  return createFinding(root, file, { line, column: Number(loc?.column) || 0, message })
}

const OWN_PLUGIN = /^(?:fw|vite|rolldown|native)\b/

/** Vite's messages for a module that isn't found: in a build, for a browser, and on dev's server. */
const UNRESOLVED = [
  /failed to resolve import "(?<specifier>.+?)" from "(?<file>.+?)"/i,
  /Failed to load url (?<specifier>.+?) \(resolved id: .*?\) in (?<file>.+?)\. Does the file exist\?/,
  /Cannot find module '(?<specifier>.+?)' imported from '(?<file>.+?)'/,
  /\[postcss\] ENOENT: no such file or directory, open '(?<specifier>.+?)'/,
]

function findUnresolved(message: string, importer: string | undefined, root: string): Found | undefined {
  for (const form of UNRESOLVED) {
    const { specifier, file } = form.exec(message)?.groups ?? {}
    const at = file === undefined ? importer : ownFile(file, root)
    if (specifier !== undefined && at !== undefined) return { failedImports: [createFailedImport(root, at, specifier)] }
  }
  // The message names the package without such an entry, and not the importer.
  const [, entry, folder = ''] = ENTRY.exec(message) ?? []
  if (entry === undefined) return undefined
  const specifier = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length) + entry.slice(1)
  const all = appFiles(root, SCRIPT_OR_STYLE).filter((file) => isImporting(sourceText(root, file), specifier))
  const inSource = all.filter((file) => file.startsWith('src/'))
  const importers = inSource.length > 0 ? inSource : all
  return importers.length === 0
    ? undefined
    : { failedImports: importers.map((file) => createFailedEntry(root, file, specifier)) }
}

const ENTRY = /"(\.[^"]*)" is not exported under the conditions .*? from package (\S+)/
const SCRIPT = /\.[cm]?[jt]sx?$/
const SCRIPT_OR_STYLE = /\.(?:[cm]?[jt]sx?|css)$/

function syntax(failure: Failure, message: string, root: string): Found | undefined {
  const { plugin, id, source, loc } = failure
  const first = (message.split('\n')[0] ?? '').replace(/^(?:\[[^\]]*\]\s*)+/, '')
  const json = / at line (\d+) column (\d+)$/m.exec(message)
  if (json !== null) return brokenJson(root, Number(json[1]), Number(json[2]))
  const line = Number(loc?.line)
  const column = Number(loc?.column)
  if (typeof plugin === 'string' && plugin.startsWith('vite:css') && line > 0) {
    const file = typeof id === 'string' ? ownFile(id, root) : undefined
    if (file !== undefined) return createFinding(root, file, { line, column, message: cssMessage(first) })
    return typeof source === 'string'
      ? findBundledCss(root, source, { line, column, message: cssMessage(first) })
      : undefined
  }
  if (failure.code === 'PARSE_ERROR' && typeof loc?.file === 'string' && line > 0) {
    const file = ownFile(loc.file, root)
    return file === undefined ? undefined : createFinding(root, file, { line, column, message: `${first}.` })
  }
  const module = brokenModule(message, root)
  if (module !== undefined) return module
  const at = /\[ (\S[^\n]*?):(\d+):(\d+) \]/.exec(message)
  const file = at?.[1] === undefined ? undefined : ownFile(at[1], root)
  if (file === undefined || !message.includes('vite-transform')) return undefined
  return createFinding(root, file, { line: Number(at?.[2]), column: Number(at?.[3]) - 1, message: `${first}.` })
}

/**
 * Parses an error of `parse-module.ts`: the file, SWC's message, and its frame, where the last number above `^` is the
 * line.
 */
function brokenModule(message: string, root: string): Found | undefined {
  const [, path = '', words = '', frame = ''] = /^(\S.*?): x ([^\n]+)\n(.*?)`-{4}/s.exec(message) ?? []
  const file = path === '' ? undefined : ownFile(path, root)
  if (file === undefined) return undefined
  const lines = frame.split('\n')
  const mark = lines.findIndex((line) => /^ *: *\^/.test(line))
  const numbered = lines.slice(0, mark === -1 ? lines.length : mark).map((line) => /^ *(\d+) \| /.exec(line))
  const [prefix = '', line] = numbered.findLast((one) => one !== null) ?? []
  const column = mark === -1 ? 0 : (lines[mark] ?? '').indexOf('^') - prefix.length
  return line === undefined
    ? undefined
    : createFinding(root, file, { line: Number(line), column, message: `${words}.` })
}

interface Place {
  /** Starts at 1. */
  readonly line: number
  /** Starts at 0. */
  readonly column: number
  readonly message: string
}

function createFinding(root: string, file: string, { line, column, message }: Place): Found {
  const text = sourceText(root, file)
  const before = text.split('\n').slice(0, line - 1)
  const start = Math.min(before.reduce((sum, one) => sum + one.length + 1, 0) + Math.max(0, column), text.length)
  return { syntax: [{ message, span: createSpan(file, text, start, start + 1) }] }
}

/** PostCSS puts the position before its message. */
function cssMessage(text: string): string {
  return `The stylesheet does not parse: ${text.replace(/^\/?\S*:\d+:\d+: /, '')}.`
}

/**
 * Lightning CSS reads all stylesheets of a bundle as one: searches the file that contains the code around the position.
 */
function findBundledCss(root: string, source: string, place: Place): Found | undefined {
  for (const file of appFiles(root, /\.css$/)) {
    const text = sourceText(root, file).trim()
    const start = text === '' ? -1 : source.indexOf(text)
    if (start === -1) continue
    const first = source.slice(0, start).split('\n').length
    const lines = text.split('\n').length
    if (place.line < first || place.line >= first + lines) continue
    const skipped = sourceText(root, file).slice(0, sourceText(root, file).indexOf(text)).split('\n').length - 1
    return createFinding(root, file, { ...place, line: place.line - first + 1 + skipped })
  }
  return undefined
}

/** The error has a position but no file: searches the app's own files for JSON that doesn't parse. */
function brokenJson(root: string, line: number, column: number): Found | undefined {
  const broken = appFiles(root, /\.json$/).filter((file) => !parses(sourceText(root, file)) && isImported(root, file))
  if (broken.length === 0) return undefined
  const all = broken.map((file) => {
    const message =
      'The JSON is invalid here. Write names and strings in double quotes, and no comma before a closing bracket.'
    return createFinding(root, file, { line, column: column - 1, message })
  })
  return { syntax: all.flatMap(({ syntax: found = [] }) => found) }
}

/** Returns whether a script mentions its name: other JSON files, such as configurations, may contain comments. */
function isImported(root: string, file: string): boolean {
  const name = basename(file)
  return appFiles(root, SCRIPT).some((script) => sourceText(root, script).includes(`/${name}`))
}

function parses(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''))
    return true
  } catch {
    return false
  }
}

/**
 * Returns a file of the app, relative to its root; `undefined` for packages, generated files and ids that aren't files.
 */
function ownFile(id: string, root: string): string | undefined {
  const path = id.replace(/[?#].*$/, '')
  if (path.startsWith('\0')) return undefined
  const file = isAbsolute(path) ? toSlashes(path) : resolve(root, path)
  return file.includes('/node_modules/') ? undefined : findProjectName(root, file)
}
