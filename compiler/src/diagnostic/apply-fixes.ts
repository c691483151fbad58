/** Applies fixes to texts. */
import type { Diagnostic, Fix, TextEdit } from '../model.ts'

/** A fix that `applyFixes` has applied, and its diagnostic. */
export interface AppliedFix {
  readonly diagnostic: Diagnostic
  readonly fix: Fix
}

/** Result of `applyFixes`. Its caller writes the files. */
interface FixedTexts {
  /** New contents of the changed files, by path relative to the app root. */
  readonly texts: ReadonlyMap<string, string>
  readonly applied: readonly AppliedFix[]
}

/**
 * Applies the first fix of each finding, as far as they don't overlap; the rest is left for the next run. A fix is
 * applied completely or not at all. `textOf` returns the content that the findings are about.
 */
export function applyFixes(
  diagnostics: readonly Diagnostic[],
  textOf: (file: string) => string | undefined,
): FixedTexts {
  const taken = new Map<string, TextEdit[]>()
  const applied: AppliedFix[] = []
  for (const diagnostic of diagnostics) {
    const [fix] = diagnostic.fixes ?? []
    if (fix === undefined || fix.edits.length === 0) continue
    const isFree = fix.edits.every((edit) => {
      const others = taken.get(edit.span.file) ?? []
      return textOf(edit.span.file) !== undefined && !others.some((other) => touch(edit, other))
    })
    if (!isFree) continue
    for (const edit of fix.edits) taken.set(edit.span.file, [...(taken.get(edit.span.file) ?? []), edit])
    applied.push({ diagnostic, fix })
  }
  const texts = [...taken].map(([file, edits]) => [file, applyEdits(textOf(file) ?? '', edits)] as const)
  return { texts: new Map(texts), applied }
}

/**
 * Returns `text` with these edits, which don't overlap. Line breaks become those of the file. A byte order mark is kept;
 * positions don't count it.
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const mark = text.startsWith(MARK) ? MARK : ''
  const fromEnd = [...edits].sort((a, b) => b.span.start - a.span.start || b.span.end - a.span.end)
  const edited = fromEnd.reduce(
    // A text that a fix has taken from the file has the line breaks of the file already.
    (result, edit) =>
      result.slice(0, edit.span.start) + edit.text.replace(/\r?\n/g, newline) + result.slice(edit.span.end),
    text.slice(mark.length),
  )
  return mark + edited
}

const MARK = '\uFEFF'

/** Two insertions at one position have no order, so they count as overlapping. */
function touch({ span: a }: TextEdit, { span: b }: TextEdit): boolean {
  return a.start <= b.end && b.start <= a.end
}
