import { Command, Option } from 'clipanion'
import { CliError } from '../fail.ts'
import { FwCommand } from './command.ts'

const FORMATS = ['pretty', 'json', 'github'] as const

/** `fw check`: every diagnostic of the app, without building it. */
export class CheckCommand extends FwCommand {
  static override paths = [['check']]
  static override usage = Command.Usage({
    description: 'Check the app without building it.',
    details:
      'Prints every finding with its place and what to write instead. Exits with 1 when there is an error; warnings do not count.',
    examples: [
      ['Check', '$0 check'],
      ['Annotate a pull request', '$0 check --format github'],
    ],
  })

  format = Option.String('--format', 'pretty', { description: 'pretty, json or github.' })

  async execute(): Promise<number> {
    const format = FORMATS.find((name) => name === this.format)
    if (format === undefined)
      throw new CliError({
        code: 'bad_argument',
        title: `--format is one of ${FORMATS.join(', ')}, not "${this.format}".`,
      })
    const root = this.enterApp()
    this.io.claimStdout()
    const { check, printDiagnostics } = await import('@fw/compiler')
    const { diagnostics } = await check({ root })
    const text = printDiagnostics(diagnostics, format).trimEnd()
    if (text !== '') this.io.result(text)
    const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error').length
    const warnings = diagnostics.length - errors
    this.io.note(errors + warnings === 0 ? 'No problems found.' : `${errors} errors, ${warnings} warnings.`)
    return errors === 0 ? 0 : 1
  }
}
