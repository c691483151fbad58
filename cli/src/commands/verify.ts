import { Command } from 'clipanion'
import { stopAtErrors, withApp } from '../app.ts'
import { FwCommand } from './command.ts'

/** `fw verify` renders every route's manifest, the view that agents get. */
export class VerifyCommand extends FwCommand {
  static override paths = [['verify']]
  static override usage = Command.Usage({
    description: "Render every route's manifest, as agents see it.",
    details:
      'Exits with 1 if the sources have errors, or if a tool that agents may call has no description. Warns about routes that throw, and about names, inputs and sizes that known MCP clients reject. Skips dynamic routes without staticParams, because they have no path to render. Also lists the constraints that the strict mode of each model provider relaxes.',
    examples: [['Verify', '$0 verify']],
  })

  async execute(): Promise<number> {
    const root = this.enterAppWithEnvFile()
    this.io.claimStdout()
    await stopAtErrors(root, this.io)
    const { verifyApp } = await import('../tool/verify.ts')
    return withApp(root, this.io, (server) => verifyApp(root, server, this.io))
  }
}
