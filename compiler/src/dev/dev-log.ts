/** What dev prints: the log of the app's server, and the findings of the analysis. */
import type { LogLevel, LogSink } from '@fw/runtime/contract'
import { printDiagnostics } from '../diagnostic/print.ts'
import { describeSchemaGaps } from '../emit/schema-gaps.ts'
import type { DevActivity } from './activity/activity.ts'
import type { AnalysisResult } from './analysis-result.ts'
import { formatDevLine } from './format-error.ts'
import type { LoadReports } from './load-reports.ts'
import type { RecentErrors } from './recent-errors.ts'

/** Prints a line; `level` is that of the server's log. */
export type DevLog = (line: string, level?: LogLevel) => void

/** Creates the server's log. An app is recreated after each edit: a warning of its start is logged once. */
export function createServerLog({
  root,
  log,
  errors,
  activity,
  loadReports,
}: {
  readonly root: string
  readonly log: DevLog
  readonly errors: RecentErrors | undefined
  readonly activity: DevActivity | undefined
  readonly loadReports: LoadReports | undefined
}): LogSink {
  const logged = new Set<string>()
  return (line) => {
    if (line.level === 'warn' && logged.has(line.msg)) return
    if (line.level === 'warn') logged.add(line.msg)
    errors?.onLog(line)
    activity?.addRequest(line)
    if (line.err === undefined || loadReports?.add(line.err) !== true) log(formatDevLine(line, root), line.level)
  }
}

/** Prints diagnostics, and the schemas of unknown types, if they differ from the last ones. */
export function createFindingsPrinter(log: (line: string) => void): (result: AnalysisResult) => void {
  let last = ''
  let lastGaps: string | undefined
  return ({ diagnostics, model }) => {
    const text = diagnostics.length === 0 ? '' : printDiagnostics(diagnostics, 'pretty')
    if (text !== last) log(text === '' ? 'No problems are left.' : text)
    last = text
    const gaps = describeSchemaGaps(model)
    if (gaps !== undefined && gaps !== lastGaps) log(`warning  ${gaps}`)
    lastGaps = gaps
  }
}
