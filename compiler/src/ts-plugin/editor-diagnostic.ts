/** Converts findings to TypeScript's diagnostics. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from '#slash-path.ts'
import type { Diagnostic, SourceSpan } from '../model.ts'
import type { ts } from '../program/typescript.ts'

/** Converts a finding to a diagnostic like TypeScript's own: displayed as `fw(1001)`. */
export function toEditorDiagnostic(
  tsModule: typeof ts,
  program: ts.Program,
  root: string,
  source: ts.SourceFile,
  { number, severity, message, span, related }: Diagnostic,
): ts.Diagnostic {
  const category = tsModule.DiagnosticCategory
  const places = (related ?? []).map((one): ts.DiagnosticRelatedInformation => {
    const file = one.span && (program.getSourceFile(join(root, one.span.file)) ?? foreignFile(tsModule, root, one.span))
    return {
      category: category.Message,
      code: number,
      messageText: one.message,
      file: file ?? source,
      ...toTextSpan(file === undefined ? span : one.span),
    }
  })
  return {
    source: 'fw',
    code: number,
    category: severity === 'error' ? category.Error : category.Warning,
    messageText: message,
    file: source,
    ...toTextSpan(span),
    ...(places.length > 0 && { relatedInformation: places }),
  }
}

/**
 * Returns a file outside of the program, which TypeScript needs for related positions; `undefined` if it was deleted.
 */
function foreignFile(tsModule: typeof ts, root: string, { file }: SourceSpan): ts.SourceFile | undefined {
  const path = join(root, file)
  return existsSync(path) ? tsModule.parseJsonText(path, readFileSync(path, 'utf8')) : undefined
}

function toTextSpan(span: SourceSpan | undefined): { readonly start: number; readonly length: number } {
  return { start: span?.start ?? 0, length: span === undefined ? 0 : span.end - span.start }
}
