/** Returns the rules' findings for one open file. */

import type { AnalyzedApp } from '#analyze/analyzed-app.ts'
import { listContracts } from '#analyze/shared-facts.ts'
import { createSpan } from '#diagnostic/code-frame.ts'
import { listNamedTools } from '#diagnostic/named-tools.ts'
import type { Diagnostic, SourceSpan } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import { RULES } from '#rules/index.ts'
import { checkApp } from '#rules/run-rules.ts'
import type { AppView } from './app-view.ts'

/** Rules that the editor's TypeScript reports itself, at the same position. */
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
  const read = app.read(program, file)
  const rules = RULES.filter(({ code }) => !LEFT_TO_TYPESCRIPT.includes(code))
  return checkApp(rules, read).flatMap((finding): readonly Diagnostic[] => {
    if (finding.span?.file === file) return [finding]
    const isForeign = finding.span !== undefined && !/\.[cm]?[jt]sx?$/.test(finding.span.file)
    const here =
      isForeign && standsIn ? firstLine(file, source.text) : finding.span && findTool(read, file, finding.span)
    return here === undefined
      ? []
      : [{ ...finding, span: here, related: [elsewhere(finding), ...(finding.related ?? [])] }]
  })
}

/** Returns the tool in `file` whose contract has a problem in another file, if that file isn't open. */
function findTool(app: AnalyzedApp, file: string, span: SourceSpan): SourceSpan | undefined {
  const contract = listContracts(app).find((one) => one.span.file === span.file && one.span.start === span.start)
  return listNamedTools(app.model).find((one) => one.tool === contract?.tool && one.span.file === file)?.span
}

function firstLine(file: string, text: string): SourceSpan {
  return createSpan(file, text, 0, /^.*/.exec(text)?.[0].length ?? 0)
}

function elsewhere({ title, span }: Diagnostic): { readonly message: string; readonly span?: SourceSpan } {
  return { message: title, ...(span && { span }) }
}
