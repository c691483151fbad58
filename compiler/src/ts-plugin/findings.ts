/** Returns the rules' findings for one open file. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSpan } from '../diagnostic/code-frame.ts'
import type { AppFacts } from '../diagnostic/facts.ts'
import { listNamedTools } from '../diagnostic/named-tools.ts'
import type { Diagnostic, SourceSpan } from '../model.ts'
import type { ts } from '../program/typescript.ts'
import { RULES } from '../rules/index.ts'
import type { AppView } from './app-view.ts'

/** Rules that TypeScript reports itself, at the same position. */
const LEFT_TO_TYPESCRIPT = ['syntax-error']

interface ShownFile {
  readonly program: ts.Program
  readonly source: ts.SourceFile
  /** Relative to the app's root. */
  readonly file: string
  /** Whether it displays findings for files that editors don't request from TypeScript, such as `package.json`. */
  readonly standsIn: boolean
}

/** Returns all findings that are displayed in a file. */
export function findingsIn(app: AppView, { program, source, file, standsIn }: ShownFile): readonly Diagnostic[] {
  const facts = app.facts(program, file)
  const rules = RULES.filter(({ code }) => !LEFT_TO_TYPESCRIPT.includes(code))
  return rules
    .flatMap((rule) => rule.run(facts))
    .flatMap((finding): readonly Diagnostic[] => {
      if (finding.span?.file === file) return [finding]
      const isForeign = finding.span !== undefined && !/\.[cm]?[jt]sx?$/.test(finding.span.file)
      const here =
        isForeign && standsIn ? firstLine(file, source.text) : finding.span && findTool(facts, file, finding.span)
      return here === undefined
        ? []
        : [{ ...finding, span: here, related: [elsewhere(finding), ...(finding.related ?? [])] }]
    })
}

/** Returns the tool in `file` whose contract has a problem in another file, if that file isn't open. */
function findTool({ apiFiles, model }: AppFacts, file: string, span: SourceSpan): SourceSpan | undefined {
  const contract = apiFiles
    .flatMap(({ contracts }) => contracts)
    .find((one) => one.span.file === span.file && one.span.start === span.start)
  return listNamedTools(model).find((one) => one.tool === contract?.tool && one.span.file === file)?.span
}

function firstLine(file: string, text: string): SourceSpan {
  return createSpan(file, text, 0, /^.*/.exec(text)?.[0].length ?? 0)
}

function elsewhere({ title, span }: Diagnostic): { readonly message: string; readonly span?: SourceSpan } {
  return { message: title, ...(span && { span }) }
}

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
