import { Command, Option } from 'clipanion'
import { withApp } from '../app.ts'
import { FwCommand } from './command.ts'

/** `fw login <server>` logs the app in at a remote MCP server. */
export class LoginCommand extends FwCommand {
  static override paths = [['login']]
  static override usage = Command.Usage({
    description: 'Log the agent in at a remote MCP server.',
    details: `
      For a server of the agent whose oauth has the grant authorization_code. Prints the URL of the login, waits until you have logged in with a browser on this machine, and stores the tokens, encrypted, in the data store of the app. Every turn of the agent then has the rights of your login.
    `,
    examples: [['Log in at the server that is called docs', '$0 login docs']],
  })

  server = Option.String({ name: 'server', required: true })
  port = Option.String('--port', {
    description: 'Port of the redirect, http://127.0.0.1:<port>/callback. Default: a free one.',
  })

  async execute(): Promise<number> {
    const { server: name, port } = this
    const root = this.enterAppWithEnvFile()
    this.io.claimStdout()
    const { logIn } = await import('../tool/login.ts')
    return withApp(root, this.io, (server, options) => logIn(server, { name, port, data: options.data }, this.io))
  }
}
