/**
 * Where in the sources an import stands. Bundlers tell of places in what the compiler made of a file; this looks at the text
 * of the file itself, without a parser, since dev asks it in the process that answers requests.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSpan } from '../diagnostic/frame.ts'
import type { SourceSpan } from '../model.ts'

/** The text of a file of the app, or none where it cannot be read. */
export function sourceText(root: string, file: string): string {
  const path = join(root, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

/** The place of `specifier` in a script or stylesheet; the beginning of the file where it is not written out. */
export function importSpan(root: string, file: string, specifier: string): SourceSpan {
  const text = sourceText(root, file)
  const at = importAt(text, specifier)
  return createSpan(file, text, at ?? 0, at === undefined ? 0 : at + specifier.length)
}

/** Whether the text imports it. */
export function isImporting(text: string, specifier: string): boolean {
  return importAt(text, specifier) !== undefined
}

/** The place of a name among those that `file` imports from `module`; `default` is called as the file calls it. */
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

/** Specifiers of static imports in the order of the text. */
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

/** Files of the app with one of these endings, relative to the root: nothing that is installed, hidden or made by a build. */
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
