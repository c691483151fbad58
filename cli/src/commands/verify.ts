import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Command, Option } from 'clipanion'
import { stopAtErrors, withApp } from '../app.ts'
import { CliError } from '../cli-error.ts'
import { FILES } from '../complete/complete.ts'
import type { ChangeFormat } from '../contract/verify-contract.ts'
import { FwCommand } from './command.ts'

const FORMATS = ['pretty', 'json', 'github'] as const

/** `fw verify` renders every route's manifest, the view that agents get, or compares the contract with an earlier one. */
export class VerifyCommand extends FwCommand {
  static override paths = [['verify']]
  static override values = { '--session': FILES, '--format': FORMATS } as const
  static override usage = Command.Usage({
    description: "Render every route's manifest, as agents see it.",
    details:
      'Exits with 1 if the sources have errors, or if a tool that agents may call has no description. Warns about routes that throw, and about names, inputs and sizes that known MCP clients reject. Skips dynamic routes without staticParams, because they have no path to render. Also summarizes the constraints that the strict mode of each model provider relaxes. If the app has a fw.contract.json, exits with 1 unless it is current. With --against, only compares the contract of the sources with that of a git ref or a file, classifies each change as breaking or compatible, and exits with 1 for a breaking change without a note in fw.contract.notes.json. In GitHub Actions, also annotates the changes.',
    examples: [
      ['Verify', '$0 verify'],
      ['Compare the contract with that of another branch', '$0 verify --against origin/main'],
      ['Give the reason for breaking changes', '$0 verify --against origin/main --note "Carts hold 20 items."'],
      ['Verify what an agent of a user gets', `$0 verify --session '{"userId":"ann"}'`],
    ],
  })

  session = Option.String('--session', {
    description: 'Session data of a signed-in user, as JSON or a file. Default: anonymous.',
  })

  against = Option.String('--against', {
    description: 'Compare the contract with the fw.contract.json of a git ref, or with a file.',
  })
  note = Option.String('--note', {
    description: 'With --against: write this reason for each breaking change that has none.',
  })
  format = Option.String('--format', {
    description: 'With --against: output format, pretty, json or github. Default: pretty.',
  })
  json = Option.Boolean('--json', false, { description: 'With --against: the same as --format json.' })

  async execute(): Promise<number> {
    const { session, against, note } = this
    const format = this.readFormat()
    const { cwd } = this.context
    const root = this.enterAppWithEnvFile()
    this.io.claimStdout()
    if (against !== undefined) {
      const { verifyContract } = await import('../contract/verify-contract.ts')
      return verifyContract({ root, cwd, against, note, format }, this.io)
    }
    await stopAtErrors(root, this.io)
    const { verifyApp } = await import('../tool/verify.ts')
    const { createCallerHeaders } = await import('../tool/caller.ts')
    const code = await withApp(root, this.io, (server, options) =>
      verifyApp({ root, server, caller: createCallerHeaders(options, { root, cwd, session }) }, this.io),
    )
    // An app without the file doesn't load the compiler for it.
    if (!existsSync(join(root, 'fw.contract.json'))) return code
    const { verifyContractFile } = await import('../contract/verify-contract.ts')
    await verifyContractFile(root, this.io)
    return code
  }

  private readFormat(): ChangeFormat {
    const { against, format = 'pretty', json, note } = this
    if (against === undefined && (this.format !== undefined || json || note !== undefined))
      throw new CliError({ code: 'bad_argument', title: '--format, --json and --note require --against.' })
    if (against !== undefined && this.session !== undefined)
      throw new CliError({
        code: 'bad_argument',
        title: '--against compares contracts of all callers. Remove --session.',
      })
    if (note?.trim() === '') throw new CliError({ code: 'bad_argument', title: '--note needs a reason.' })
    const known = FORMATS.find((name) => name === format)
    if (known === undefined || (json && this.format !== undefined && format !== 'json'))
      throw new CliError({
        code: 'bad_argument',
        title: `--format must be one of ${FORMATS.join(', ')}${json ? ', without --json' : ''}, got "${format}".`,
      })
    return json ? 'json' : known
  }
}
