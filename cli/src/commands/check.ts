import type { Diagnostic, DiagnosticFormat } from '@fw/compiler'
import { Command, Option } from 'clipanion'
import { fixApp, formatFix, writeFixes } from '../check/fix-app.ts'
import { generateTypes } from '../check/generate-types.ts'
import { watchCheck } from '../check/watch-check.ts'
import { CliError } from '../cli-error.ts'
import { colorText } from '../color-text.ts'
import { optimizeLater } from '../optimize-later.ts'
import { createNotes, untilStopped } from '../signals.ts'
import { FwCommand } from './command.ts'

const FORMATS = ['pretty', 'json', 'github'] as const

/** `fw check` reports every diagnostic of the app without building it. */
export class CheckCommand extends FwCommand {
  static override paths = [['check']]
  static override values = { '--format': FORMATS }
  static override usage = Command.Usage({
    description: 'Check the app without building it.',
    details:
      'Prints every finding with its location and a suggested fix. Exits with 1 if there is an error; warnings do not count. With --fix, applies the most likely fix of each finding and prints the remaining findings.',
    examples: [
      ['Check', '$0 check'],
      ['Annotate a pull request', '$0 check --format github'],
      ['Preview the fixes', '$0 check --fix --dry-run'],
      ["Check after each change, for an editor's problem matcher", '$0 check --watch'],
      ['Show why a check takes long', '$0 check --trace'],
    ],
  })

  format = Option.String('--format', { description: 'Output format: pretty, json or github. Default: pretty.' })
  fix = Option.Boolean('--fix', false, { description: 'Apply the first fix of each finding.' })
  dryRun = Option.Boolean('--dry-run', false, {
    description: 'With --fix, print the changes as a diff without writing them.',
  })
  watch = Option.Boolean('--watch', false, { description: 'Check again after each change, with one line per finding.' })

  trace = Option.Boolean('--trace', false, {
    description: 'Print what was computed and what was reused, with the change that caused it.',
  })

  async execute(): Promise<number> {
    const format = this.readFormat()
    const root = this.enterApp()
    this.io.claimStdout()
    if (this.watch) return this.executeWatch(root)
    this.io.progress('Checking')
    optimizeLater()
    const { applyFixes, createChecker, createTrace, printDiagnostics, printTrace } = await import('@fw/compiler')
    const trace = this.trace ? createTrace() : undefined
    const checker = createChecker({ root, ...(trace && { trace }) })
    if (!this.fix) {
      const { diagnostics, model } = await checker.check()
      checker.save()
      if (trace !== undefined) this.io.note(printTrace(trace.take()))
      await generateTypes(model, this.io)
      return this.print(printDiagnostics(diagnostics, format), diagnostics)
    }
    const fixed = await fixApp(checker, applyFixes)
    if (this.dryRun) return this.printDiff(fixed)
    writeFixes(root, fixed)
    await generateTypes(fixed.model, this.io)
    for (const one of fixed.applied) this.io.note(formatFix(one))
    return this.print(printDiagnostics(fixed.diagnostics, format), fixed.diagnostics)
  }

  private print(text: string, diagnostics: readonly Diagnostic[]): number {
    if (text !== '') this.io.result(colorText(text.trimEnd(), this.io.resultColors))
    if (diagnostics.length === 0) this.io.note('No problems found.')
    return getExitCode(diagnostics)
  }

  private async printDiff(fixed: Awaited<ReturnType<typeof fixApp>>): Promise<number> {
    const { unifiedDiff } = await import('@fw/compiler')
    const diffs = fixed.changed.map(({ file, before, after }) => unifiedDiff(file, before, after))
    if (diffs.length > 0) this.io.result(diffs.join('\n'))
    const remaining = fixed.diagnostics.length
    this.io.note(`${fixed.applied.length} would be fixed, ${remaining} would remain. Nothing was written.`)
    return getExitCode([...fixed.applied.map(({ diagnostic }) => diagnostic), ...fixed.diagnostics])
  }

  private async executeWatch(root: string): Promise<number> {
    const { createChecker, createTrace, printLines, printTrace } = await import('@fw/compiler')
    const trace = this.trace ? createTrace() : undefined
    const notes = createNotes(this.io)
    const stopped = untilStopped(notes)
    const close = await watchCheck({
      root,
      checker: createChecker({ root, ...(trace && { trace }) }),
      printLines,
      onChecked: () => trace && this.io.note(printTrace(trace.take())),
      write: (line) => this.io.result(line),
      onFailure: (err) => notes.error('Check failed', { err }),
    })
    await stopped
    await close()
    return 0
  }

  private readFormat(): DiagnosticFormat {
    if (this.trace && this.fix) throw createArgumentError('--trace has nothing to show for --fix. Remove one of them.')
    if (this.dryRun && !this.fix) throw createArgumentError('--dry-run requires --fix.')
    if (this.watch && (this.fix || this.format !== undefined))
      throw createArgumentError('--watch has its own output format and never writes files. Remove --format and --fix.')
    const given = this.format ?? 'pretty'
    const format = FORMATS.find((name) => name === given)
    if (format === undefined)
      throw createArgumentError(`--format must be one of ${FORMATS.join(', ')}, got "${given}".`)
    return format
  }
}

function createArgumentError(title: string): CliError {
  return new CliError({ code: 'bad_argument', title })
}

function getExitCode(diagnostics: readonly Diagnostic[]): number {
  return diagnostics.some(({ severity }) => severity === 'error') ? 1 : 0
}
