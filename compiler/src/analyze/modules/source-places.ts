/**
 * Finds positions of imports in the sources. Bundlers report positions in compiled code; this searches the source
 * itself, without a parser, since dev runs it in the process that handles requests.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createSpan } from '#diagnostic/code-frame.ts'
import type { SourceSpan } from '#model.ts'
import { join } from '#slash-path.ts'

/** Returns the content of a file of the app, or an empty string if it can't be read. */
export function sourceText(root: string, file: string): string {
  const path = join(root, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

/** Returns the position of `specifier` in a script or stylesheet; the beginning of the file if it isn't literal. */
export function importSpan(root: string, file: string, specifier: string): SourceSpan {
  const text = sourceText(root, file)
  const at = importAt(text, specifier)
  return createSpan(file, text, at ?? 0, at === undefined ? 0 : at + specifier.length)
}

/** Returns whether the text imports it. */
export function isImporting(text: string, specifier: string): boolean {
  return importAt(text, specifier) !== undefined
}

/** Returns the position of a name that `file` imports from `module`; for `default`, of its local name. */
export function findImportedName(root: string, file: string, module: string, name: string): SourceSpan {
  const text = sourceText(root, file)
  const written =
    name === 'default' ? /(?<=^import\s+)[\w$]+/ : new RegExp(`(?<![\\w$])${escapeRegExp(name)}(?![\\w$])`)
  for (const { index } of text.matchAll(new RegExp(`\\bfrom\\s*["']${escapeRegExp(module)}["']`, 'g'))) {
    const begin = Math.max(text.lastIndexOf('import', index), text.lastIndexOf('export', index), 0)
    const found = written.exec(text.slice(begin, index))
    if (found !== null) return createSpan(file, text, begin + found.index, begin + found.index + found[0].length)
  }
  return importSpan(root, file, module)
}

/** Returns specifiers of static imports in source order. */
export function listStaticSpecifiers(text: string): readonly string[] {
  return [...text.matchAll(/^\s*(?:import|export)\b[^'"]*?(['"])([^'"\n]+)\1/gm)].map((match) => match[2] ?? '')
}

function importAt(text: string, specifier: string): number | undefined {
  const quoted = escapeRegExp(specifier)
  const forms = [
    `(?:\\bfrom|\\bimport|@import|@plugin|@config)\\s*\\(?\\s*["']${quoted}["']`,
    `@import\\s+url\\(\\s*["']?${quoted}["']?\\s*\\)`,
    `["'\`(]${quoted}["'\`)]`,
  ]
  for (const form of forms) {
    const found = new RegExp(form).exec(text)
    if (found !== null) return found.index + found[0].lastIndexOf(specifier)
  }
  return undefined
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}

/** Returns files of the app with this extension, relative to the root: none that is installed, hidden or built. */
export function appFiles(root: string, ending: RegExp): readonly string[] {
  const found: string[] = []
  const folders = ['']
  for (const folder of folders) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        if (!entry.name.startsWith('.') && entry.name !== 'node_modules' && path !== 'dist') folders.push(path)
      } else if (ending.test(entry.name)) found.push(path)
    }
  }
  return found
}
