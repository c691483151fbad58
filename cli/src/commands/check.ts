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
    this.io.progress('Checking')
    const { check, printDiagnostics } = await import('@fw/compiler')
    const { diagnostics } = await check({ root })
    const text = printDiagnostics(diagnostics, format).trimEnd()
    if (text !== '') this.io.result(text)
    if (diagnostics.length === 0) this.io.note('No problems found.')
    return diagnostics.some(({ severity }) => severity === 'error') ? 1 : 0
  }
}
