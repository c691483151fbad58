/** Converts the fixes of findings to TypeScript's code fixes. */
import { join } from '#slash-path.ts'
import { joinEdits, listFirstFixes } from '../editor/features/fixes.ts'
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
  return toChanges(root, listFirstFixes(findings.filter(({ code }) => PREFIX + code === fixId)))
}

function toChanges(root: string, fixes: readonly Fix[]): ts.FileTextChanges[] {
  return joinEdits(fixes).map(({ file, edits }) => ({
    fileName: join(root, file),
    textChanges: edits.map(({ span, text }) => ({
      span: { start: span.start, length: span.end - span.start },
      newText: text,
    })),
  }))
}
