/** Converts the fixes of findings to TypeScript's code fixes. */
import { join } from 'node:path'
import type { Diagnostic, Fix } from '../model.ts'
import type { ts } from '../program/typescript.ts'
import { RULES } from '../rules/index.ts'

const PREFIX = 'fw-'

export function fixableCodes(): readonly string[] {
  return RULES.map(({ number }) => String(number))
}

/** Returns whether a requested fix-all is one of the framework's. */
export function isOurFix(fixId: object | string): fixId is string {
  return typeof fixId === 'string' && fixId.startsWith(PREFIX)
}

/**
 * VS Code requests the fixable codes once, without a project, so that no plugin can handle it. The rules' numbers are
 * therefore registered with TypeScript itself, without fixes (remove when microsoft/vscode#219273 is done).
 */
export function announceFixes(tsModule: typeof ts): void {
  const { codefix } = tsModule as unknown as InternalFixes // not in the declarations
  if (typeof codefix?.registerCodeFix !== 'function') return
  const known = new Set(tsModule.getSupportedCodeFixes())
  const errorCodes = fixableCodes().filter((code) => !known.has(code))
  if (errorCodes.length > 0) codefix.registerCodeFix({ errorCodes, getCodeActions: () => undefined })
}

interface InternalFixes {
  readonly codefix?: {
    readonly registerCodeFix?: (fix: {
      readonly errorCodes: readonly string[]
      readonly getCodeActions: () => undefined
    }) => void
  }
}

interface OfferedFix {
  readonly code: number
  readonly action: ts.CodeFixAction
}

/** Returns the fixes of findings in `file` (relative to the root) at exactly this range. */
export function codeFixes(
  root: string,
  findings: readonly Diagnostic[],
  file: string,
  place: { readonly start: number; readonly end: number },
  errorCodes: readonly number[],
): OfferedFix[] {
  const here = findings.filter(
    ({ number, span }) =>
      errorCodes.includes(number) && span?.file === file && span.start === place.start && span.end === place.end,
  )
  return here.flatMap((finding) => {
    const fixable = findings.filter(({ code, fixes = [] }) => code === finding.code && fixes.length > 0)
    return (finding.fixes ?? []).map((fix, index): OfferedFix => {
      // The first fix is the most likely one, and is used for fix-all.
      const all = index === 0 && fixable.length > 1
      return {
        code: finding.number,
        action: {
          fixName: PREFIX + finding.code,
          description: fix.title,
          changes: toChanges(root, [fix]),
          ...(all && { fixId: PREFIX + finding.code, fixAllDescription: `Fix all in this file: ${finding.title}` }),
        },
      }
    })
  })
}

/** Returns the most likely fix of each finding of one rule. */
export function combineFixes(
  root: string,
  findings: readonly Diagnostic[],
  fixId: string,
): readonly ts.FileTextChanges[] {
  const likeliest = findings
    .filter(({ code }) => PREFIX + code === fixId)
    .flatMap(({ fixes = [] }) => fixes.slice(0, 1))
  return toChanges(root, likeliest)
}

/** Returns edits by file, in order. A fix that overlaps an earlier one is skipped until the next time. */
function toChanges(root: string, fixes: readonly Fix[]): ts.FileTextChanges[] {
  const taken = new Map<string, { span: ts.TextSpan; newText: string }[]>()
  for (const { edits } of fixes) {
    const collides = edits.some(({ span }) =>
      (taken.get(span.file) ?? []).some((other) =>
        meets(other.span, { start: span.start, length: span.end - span.start }),
      ),
    )
    if (collides) continue
    for (const { span, text } of edits) {
      const changes = taken.get(span.file) ?? []
      changes.push({ span: { start: span.start, length: span.end - span.start }, newText: text })
      taken.set(span.file, changes)
    }
  }
  return [...taken].map(([file, textChanges]) => ({
    fileName: join(root, file).replaceAll('\\', '/'),
    textChanges: textChanges.sort((left, right) => left.span.start - right.span.start),
  }))
}

function meets(left: ts.TextSpan, right: ts.TextSpan): boolean {
  if (left.start === right.start) return true
  return left.start < right.start + right.length && right.start < left.start + left.length
}
