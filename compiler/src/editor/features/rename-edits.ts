/** Edits of a rename, in any files, and the string literals that it changes. */
import type { ts } from '#program/typescript.ts'
import { isBelow } from '#slash-path.ts'
import type { AppFile } from '../app/editor-session.ts'

export interface RenameEdit {
  /** Absolute, with `/`. */
  readonly path: string
  readonly start: number
  readonly end: number
  readonly text: string
}

export interface RenameResult {
  readonly edits: readonly RenameEdit[]
  /** Files that get another path, absolute. Edits name their old paths. */
  readonly moves: readonly { readonly from: string; readonly to: string }[]
}

/** Returns the app's own scripts in the program, generated files excluded. */
export function listOwnSources({ app, program }: Pick<AppFile, 'app' | 'program'>): readonly ts.SourceFile[] {
  return program
    .getSourceFiles()
    .filter(({ fileName }) => isBelow(app.root, fileName) && !/\/(?:node_modules|\.fw|dist)\//.test(fileName))
}

/**
 * Calls `change` for each string literal of a file. It returns the range of the content to replace, relative to its
 * start, and the replacement. Literals with escapes are skipped.
 */
export function editLiterals(
  tsModule: typeof ts,
  source: ts.SourceFile,
  change: (
    literal: ts.StringLiteralLike,
  ) => { readonly start: number; readonly end: number; readonly text: string } | undefined,
): readonly RenameEdit[] {
  const found: RenameEdit[] = []
  const visit = (node: ts.Node): void => {
    if (tsModule.isStringLiteralLike(node)) {
      const start = node.getStart(source) + 1
      const isPlain = source.text.slice(start, node.end - 1) === node.text
      const edit = isPlain ? change(node) : undefined
      if (edit !== undefined)
        found.push({ path: source.fileName, start: start + edit.start, end: start + edit.end, text: edit.text })
    }
    tsModule.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/**
 * Calls `change` for each template of a file with its content, in which a word stands for each value. It returns the new
 * content, in which the words are in the same order. Templates with escapes are skipped.
 */
export function editTemplates(
  tsModule: typeof ts,
  source: ts.SourceFile,
  change: (template: ts.TemplateExpression, text: string) => string | undefined,
): readonly RenameEdit[] {
  const found: RenameEdit[] = []
  const visit = (node: ts.Node): void => {
    if (tsModule.isTemplateExpression(node)) {
      const edit = editTemplate(source, node, change)
      if (edit !== undefined) found.push(edit)
    }
    tsModule.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function editTemplate(
  source: ts.SourceFile,
  template: ts.TemplateExpression,
  change: (template: ts.TemplateExpression, text: string) => string | undefined,
): RenameEdit | undefined {
  const [start, end] = [template.getStart(source) + 1, template.end - 1]
  const values: string[] = []
  let text = ''
  let at = start
  for (const { expression, literal } of template.templateSpans) {
    const [from, to] = [expression.pos - '${'.length, literal.getStart(source) + 1]
    text += `${source.text.slice(at, from)}fw-value-${values.length}-`
    values.push(source.text.slice(from, to))
    at = to
  }
  text += source.text.slice(at, end)
  const changed = text.includes('\\') ? undefined : change(template, text)
  if (changed === undefined) return undefined
  const filled = changed.replace(/fw-value-(\d+)-/g, (_, index: string) => values[Number(index)] ?? '')
  return { path: source.fileName, start, end, text: filled }
}

/** Removes repeated edits, and orders the rest by file and position. */
export function joinRenames(edits: readonly RenameEdit[]): readonly RenameEdit[] {
  const unique = new Map(edits.map((edit) => [`${edit.path}\n${edit.start}`, edit]))
  return [...unique.values()].sort((left, right) =>
    left.path === right.path ? left.start - right.start : left.path < right.path ? -1 : 1,
  )
}
