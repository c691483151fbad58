import type { BuildReport } from '@fw/compiler/build'
import { PLATFORMS, type Platform } from '@fw/runtime/contract'
import { Command, Option } from 'clipanion'
import { CliError } from '../cli-error.ts'
import { colorText } from '../color-text.ts'
import { optimizeLater } from '../optimize-later.ts'
import { FwCommand } from './command.ts'

/** `fw build` checks the app and writes `dist/`. */
export class BuildCommand extends FwCommand {
  static override paths = [['build']]
  static override values = { '--target': [...PLATFORMS] }
  static override usage = Command.Usage({
    description: 'Build the app for production.',
    details:
      'Checks the app first and writes nothing if it finds errors. Writes browser files to dist/client and the server to dist/server. Fails if a size exceeds a budget in fw.config.ts.',
    examples: [
      ['Build', '$0 build'],
      ['Build a web handler and a server on h3', '$0 build --target h3'],
      ['Write an HTML report of pages, api modules and tools', '$0 build --analyze'],
    ],
  })

  target = Option.String('--target', {
    description: `Platform: ${PLATFORMS.join(', ')}. Default: output in fw.config.ts, else node.`,
  })
  analyze = Option.Boolean('--analyze', false, {
    description:
      'Measure pages, caching and cookies, print all rows and the changes since the last build, and write .fw/analyze.html and .fw/analyze.json.',
  })
  json = Option.Boolean('--json', false, { description: 'Print the report as JSON.' })

  async execute(): Promise<number> {
    const target = parseTarget(this.target)
    const root = this.enterAppWithEnvFile()
    const { io } = this
    io.claimStdout()
    io.progress('Building')
    optimizeLater()
    const { BudgetError, BuildError, build, printReport } = await import('@fw/compiler/build')
    const printResult = (report: BuildReport): void => {
      if (this.json) io.result(JSON.stringify(report, undefined, 2))
      else io.result(printReport(report.analysis, this.analyze ? undefined : ROWS))
    }
    try {
      printResult(
        await build({
          root,
          analyze: this.analyze || this.json,
          ...(target !== undefined && { target }),
          log: (line) => io.note(colorText(line, io.errorColors)),
        }),
      )
      return 0
    } catch (error) {
      if (error instanceof BudgetError) {
        printResult(error.report)
        throw new CliError({
          code: 'over_budget',
          title: error.message,
          fix: 'Reduce the size, or raise the budget in fw.config.ts. "fw build --analyze" writes a report of all modules.',
        })
      }
      if (!(error instanceof BuildError)) throw error
      throw new CliError({
        code: 'build_failed',
        title: error.message,
        fix: 'Each finding above includes a suggested fix.',
      })
    }
  }
}

function parseTarget(text: string | undefined): Platform | undefined {
  const target = PLATFORMS.find((one) => one === text)
  if (text === undefined || target !== undefined) return target
  throw new CliError({
    code: 'bad_argument',
    title: `--target must be one of ${PLATFORMS.join(', ')}, got "${text}".`,
  })
}

/** Number of rows printed per table without `--analyze`. */
const ROWS = 12
