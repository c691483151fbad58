/** Explains the error of a module that throws while it loads: by the innermost line of the app in its stack. */

import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isBelow, toSlashes } from '#slash-path.ts'
import { getPackageName } from '../analyze/modules/import-hints.ts'
import {
  appFiles,
  importSpan,
  isImporting,
  listStaticSpecifiers,
  sourceText,
} from '../analyze/modules/source-places.ts'
import { codeFrame, createSpan } from '../diagnostic/code-frame.ts'
import type { Diagnostic, SourceSpan } from '../model.ts'
import type { FailingModuleFact } from '../rules/modules/failing-module.ts'
import { failingModule } from '../rules/modules/failing-module.ts'
import { createPositionReader, type SourcePosition } from '../static/source-position.ts'
import { parseStack } from './stack-frames.ts'

/** Returns nothing for an error that no code of the app or of its packages threw. `root` is absolute, with slashes. */
export function diagnoseThrown(error: unknown, root: string): readonly Diagnostic[] {
  if (!(error instanceof Error)) return []
  const found = failingModule.report(explain(error, root))
  return found.map((one) =>
    one.span === undefined ? one : { ...one, frame: codeFrame(sourceText(root, one.span.file), one.span) },
  )
}

function explain(error: Error, root: string): readonly FailingModuleFact[] {
  const shown = describeError(error)
  const at = createPositionReader(root)(error) ?? findOwnPosition(error, root)
  const name = findPackage(error)
  if (at !== undefined)
    return [{ error: shown, ...(name !== undefined && { package: name }), span: createPositionSpan(root, at) }]
  if (name === undefined) return []
  return findImports(root, name).map((span) => ({ error: shown, package: name, span }))
}

/** One line: the message ends a sentence of the diagnostic. */
function describeError(error: Error): string {
  const text = `${error.name}: ${error.message}`.replace(/\s+/g, ' ').trim()
  return error.cause instanceof Error ? `${text} (caused by ${describeError(error.cause)})` : text
}

/** The dev server and the loader of the configuration map stacks to the sources themselves. */
function findOwnPosition({ stack = '' }: Error, root: string): SourcePosition | undefined {
  for (const { place, line, column } of parseStack(stack)) {
    const file = toPath(place)
    if (!isBelow(root, file) || /\/(?:node_modules|\.fw|dist)\//.test(file.slice(root.length))) continue
    return { file: file.slice(root.length + 1), line, column }
  }
  return undefined
}

function toPath(place: string): string {
  return toSlashes(place.startsWith('file://') ? fileURLToPath(place) : place).replace(/[?#].*$/, '')
}

/** The package of the innermost frame. Packages of the framework are not the cause that the user can correct. */
function findPackage({ stack = '' }: Error): string | undefined {
  const first = parseStack(stack).map(({ place }) => toPath(place))[0]
  if (first === undefined || !isAbsolute(first)) return undefined
  const start = first.lastIndexOf('/node_modules/')
  const name = start === -1 ? undefined : getPackageName(first.slice(start + '/node_modules/'.length))
  return name?.startsWith('@fw/') || name === 'vite' ? undefined : name
}

function findImports(root: string, name: string): readonly SourceSpan[] {
  return appFiles(root, /\.[cm]?[jt]sx?$/).flatMap((file) => {
    const text = sourceText(root, file)
    if (!text.includes(name)) return []
    const specifier = listStaticSpecifiers(text).find((one) => getPackageName(one) === name) ?? name
    return isImporting(text, specifier) ? [importSpan(root, file, specifier)] : []
  })
}

/** The sources may be missing where only the build was deployed: the span then has a position without text. */
function createPositionSpan(root: string, { file, line, column }: SourcePosition): SourceSpan {
  const text = sourceText(root, file)
  const lines = text.split('\n')
  if (lines.length < line) return { file, start: 0, end: 0, line, column }
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1
  return createSpan(file, text, start, start + 1)
}
