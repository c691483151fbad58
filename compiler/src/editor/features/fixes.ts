/** Combines the fixes of findings. */
import type { Diagnostic, Fix, TextEdit } from '#model.ts'

/** Edits of one file, in order; they don't overlap. */
export interface FileEdits {
  /** Relative to the app's root. */
  readonly file: string
  readonly edits: readonly TextEdit[]
}

/** Returns the most likely fix of each finding. */
export function listFirstFixes(findings: readonly Diagnostic[]): readonly Fix[] {
  return findings.flatMap(({ fixes = [] }) => fixes.slice(0, 1))
}

/** Returns the edits of all fixes by file. A fix that overlaps an earlier one is skipped until the next time. */
export function joinEdits(fixes: readonly Fix[]): readonly FileEdits[] {
  const taken = new Map<string, TextEdit[]>()
  for (const { edits } of fixes) {
    const collides = edits.some((edit) => (taken.get(edit.span.file) ?? []).some((other) => overlaps(edit, other)))
    if (collides) continue
    for (const edit of edits) taken.set(edit.span.file, [...(taken.get(edit.span.file) ?? []), edit])
  }
  return [...taken].map(([file, edits]) => ({
    file,
    edits: edits.sort((left, right) => left.span.start - right.span.start),
  }))
}

function overlaps({ span: left }: TextEdit, { span: right }: TextEdit): boolean {
  if (left.start === right.start) return true
  return left.start < right.end && right.start < left.end
}
