import { Command, Option } from 'clipanion'
import { stopAtErrors, withApp } from '../app.ts'
import { FILES } from '../complete/complete.ts'
import { FwCommand } from './command.ts'

/** `fw verify` renders every route's manifest, the view that agents get. */
export class VerifyCommand extends FwCommand {
  static override paths = [['verify']]
  static override values = { '--session': FILES } as const
  static override usage = Command.Usage({
    description: "Render every route's manifest, as agents see it.",
    details:
      'Exits with 1 if the sources have errors, or if a tool that agents may call has no description. Warns about routes that throw, and about names, inputs and sizes that known MCP clients reject. Skips dynamic routes without staticParams, because they have no path to render. Also summarizes the constraints that the strict mode of each model provider relaxes.',
    examples: [
      ['Verify', '$0 verify'],
      ['Verify what an agent of a user gets', `$0 verify --session '{"userId":"ann"}'`],
    ],
  })

  session = Option.String('--session', {
    description: 'Session data of a signed-in user, as JSON or a file. Default: anonymous.',
  })

  async execute(): Promise<number> {
    const { session } = this
    const { cwd } = this.context
    const root = this.enterAppWithEnvFile()
    this.io.claimStdout()
    await stopAtErrors(root, this.io)
    const { verifyApp } = await import('../tool/verify.ts')
    const { createCallerHeaders } = await import('../tool/caller.ts')
    return withApp(root, this.io, (server, options) =>
      verifyApp({ root, server, caller: createCallerHeaders(options, { root, cwd, session }) }, this.io),
    )
  }
}
