import { Command } from 'clipanion'
import { FwCommand } from './command.ts'

/** `fw mcp` serves the tools for coding agents over stdio. */
export class McpCommand extends FwCommand {
  static override paths = [['mcp']]
  static override usage = Command.Usage({
    description: 'Serve the tools for coding agents over MCP, on stdin and stdout.',
    details:
      "Coding agents start it, by the app's .mcp.json. Its tools check the app, apply fixes, explain elements and components, list routes and tools with their contracts, call tools, and search the documentation. Calls go to the running `fw dev` of the app, which adds errors of pages and browsers, the log and the last requests. Without one, each call reads the sources itself.",
    examples: [['Serve a coding agent', '$0 mcp']],
  })

  async execute(): Promise<number> {
    const { stdin, stdout } = this.context
    const write = stdout.write.bind(stdout)
    // Everything else that is printed would break the protocol.
    this.io.claimStdout()
    const root = this.enterAppWithEnvFile()
    const { openDevTools } = await import('@fw/compiler/dev')
    const { serveStdio } = await import('../mcp/serve-stdio.ts')
    const tools = await openDevTools({ root, log: (line) => this.io.note(line) })
    await serveStdio(tools, { input: stdin, write: (line) => void write(`${line}\n`) })
    return 0
  }
}
