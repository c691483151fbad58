import { Command } from 'clipanion'
import { withApp } from '../app.ts'
import { FwCommand } from './command.ts'

/** `fw verify`: what agents see of every route. */
export class VerifyCommand extends FwCommand {
  static override paths = [['verify']]
  static override usage = Command.Usage({
    description: 'Render what agents see of every route.',
    details:
      'Exits with 1 when a tool that agents may call has no description. A route that throws is a warning, and so is what known MCP clients refuse: names, inputs and sizes. A dynamic route without staticParams has no path to render and is passed over. Also says what the strict mode of each model provider relaxes.',
    examples: [['Verify', '$0 verify']],
  })

  async execute(): Promise<number> {
    const root = this.enterAppWithEnvFile()
    this.io.claimStdout()
    const { verifyApp } = await import('../tool/verify.ts')
    return withApp(root, this.io, (server) => verifyApp(root, server, this.io))
  }
}
