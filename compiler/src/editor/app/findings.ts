/** Returns the rules' findings for one open file. */

import type { AnalyzedApp } from '#analyze/analyzed-app.ts'
import { TEXT } from '#analyze/app-reader.ts'
import { listContracts } from '#analyze/shared-facts.ts'
import { createSpan } from '#diagnostic/code-frame.ts'
import { listNamedTools } from '#diagnostic/named-tools.ts'
import { defineQuery, type Read } from '#engine/query.ts'
import type { Diagnostic, SourceSpan } from '#model.ts'
import { RULES } from '#rules/index.ts'
import { createRunner } from '#rules/run-rules.ts'
import { readAroundFile } from './read-open-file.ts'

/** Rules that the editor's TypeScript reports itself, at the same position. */
const LEFT_TO_TYPESCRIPT = ['syntax-error']

/**
 * All findings that are displayed in a file, relative to the root. With `isStandIn`, it also displays those in files that
 * editors don't request from TypeScript, such as `package.json`.
 */
const SHOWN_FINDINGS = defineQuery<readonly Diagnostic[]>('shown findings', (read, key) => {
  const [file = '', standsIn] = key.split('\n')
  const app = readAroundFile(read, file)
  return runRules(app).flatMap((finding): readonly Diagnostic[] => {
    if (finding.span?.file === file) return [finding]
    const isForeign = finding.span !== undefined && !/\.[cm]?[jt]sx?$/.test(finding.span.file)
    const here =
      isForeign && standsIn !== undefined
        ? firstLine(file, read(TEXT, file) ?? '')
        : finding.span && findTool(app, file, finding.span)
    return here === undefined
      ? []
      : [{ ...finding, span: here, related: [elsewhere(finding), ...(finding.related ?? [])] }]
  })
})

/** Returns the findings that are displayed in a file. */
export function readFindings(read: Read, file: string, isStandIn: boolean): readonly Diagnostic[] {
  return read(SHOWN_FINDINGS, isStandIn ? `${file}\nstands in` : file)
}

const runRules = createRunner(
  RULES.filter(({ code }) => !LEFT_TO_TYPESCRIPT.includes(code)),
  (_, finding) => finding,
)

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
