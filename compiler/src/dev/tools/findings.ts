/** Findings of the rules, in the form in which coding agents get them. */
import { createHash } from 'node:crypto'
import { getDocsPath } from '#diagnostic/print.ts'
import type { Diagnostic, SourceSpan } from '#model.ts'

interface ToolFinding {
  /** Changes with the place and the message, so that a fix is never applied to a text that it isn't for. */
  readonly id: string
  readonly code: string
  readonly severity: Diagnostic['severity']
  /** `file:line:column`. */
  readonly at?: string
  readonly title: string
  readonly message: string
  readonly frame?: string
  readonly related?: readonly string[]
  /** Fixes for `apply_fix`, the most likely first. */
  readonly fixes?: readonly string[]
  readonly docs: string
}

/** Describes a finding. */
export function describeFinding(diagnostic: Diagnostic): ToolFinding {
  const { code, severity, span, title, message, frame, related = [], fixes = [] } = diagnostic
  return {
    id: createFindingId(diagnostic),
    code,
    severity,
    ...(span && { at: formatPlace(span) }),
    title,
    message,
    ...(frame !== undefined && { frame }),
    ...(related.length > 0 && {
      related: related.map((other) => `${other.span ? `${formatPlace(other.span)} ` : ''}${other.message}`),
    }),
    ...(fixes.length > 0 && { fixes: fixes.map((fix) => fix.title) }),
    docs: getDocsPath(code),
  }
}

/** Returns the id of a finding. */
export function createFindingId({ code, span, message }: Diagnostic): string {
  const place = span === undefined ? '' : `${span.file}:${span.start}`
  return createHash('sha256').update(`${code}\n${place}\n${message}`).digest('hex').slice(0, 10)
}

/** Formats a position: `src/routes/index.tsx:4:7`. */
export function formatPlace({ file, line, column }: Pick<SourceSpan, 'file' | 'line' | 'column'>): string {
  return `${file}:${line}:${column}`
}
