import { Command, Option } from 'clipanion'
import { CliError } from '../fail.ts'
import { tinted } from '../tinted.ts'
import { FwCommand } from './command.ts'

/** `fw build`: checks the app and writes `dist/`. */
export class BuildCommand extends FwCommand {
  static override paths = [['build']]
  static override usage = Command.Usage({
    description: 'Build the app for production.',
    details:
      'Checks the app first and writes nothing when it finds errors. Browser files go to dist/client, the server to dist/server.',
    examples: [
      ['Build', '$0 build'],
      ['Show what each page sends and what each tool is', '$0 build --analyze'],
    ],
  })

  analyze = Option.Boolean('--analyze', false, { description: 'Report pages, islands and tools with their sizes.' })
  json = Option.Boolean('--json', false, { description: 'Print the report as JSON.' })

  async execute(): Promise<number> {
    const root = this.enterAppWithEnvFile()
    this.io.claimStdout()
    this.io.progress('Building')
    const { BuildError, build, printReport } = await import('@fw/compiler')
    try {
      const report = await build({
        root,
        analyze: this.analyze || this.json,
        log: (line) => this.io.note(tinted(line, this.io.errorColors)),
      })
      if (this.json) this.io.result(JSON.stringify(report, undefined, 2))
      else if (report.analysis !== undefined) this.io.result(printReport(report.analysis))
      return 0
    } catch (error) {
      if (!(error instanceof BuildError)) throw error
      throw new CliError({
        code: 'build_failed',
        title: error.message,
        fix: 'Every finding above says what to write instead.',
      })
    }
  }
}
