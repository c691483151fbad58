import { Command, Option } from 'clipanion'
import { withApp } from '../app.ts'
import { FwCommand } from './command.ts'

/** `fw run` lists the tools. */
export class RunListCommand extends FwCommand {
  static override paths = [['run']]

  async execute(): Promise<number> {
    const root = this.enterAppWithEnvFile()
    this.io.claimStdout()
    const { listTools } = await import('../tool/run.ts')
    return withApp(root, this.io, (server) => listTools(server, this.io))
  }
}

/**
 * `fw run <tool> …` is a class of its own, because an optional tool name before a proxy swallows it (clipanion 3.2.1).
 */
export class RunCommand extends FwCommand {
  static override paths = [['run']]
  static override usage = Command.Usage({
    description: 'Call a tool of the app as an agent; without a tool, list them.',
    details: `
      Guards apply as they do for any agent: a tool that needs approval asks in the terminal and runs only on "y".

      Each property of the tool's input is a flag. \`fw run <tool> --help\` lists them. \`--note @letter.txt\` reads the value from a file, \`--note -\` reads it from stdin, and \`@@\` begins a value with a literal @.

      Prints the result to stdout as JSON, and everything else to stderr.
    `,
    examples: [
      ['List the tools', '$0 run'],
      ['Call a tool', '$0 run api.shop.search --query tea --in-stock'],
      ['Pass lists and objects as JSON', `$0 run api.shop.order --lines '[{"id":"tea","quantity":2}]'`],
      ['Read values from files and pipes', 'jq .lines cart.json | $0 run api.shop.order --lines - --note @letter.txt'],
    ],
  })

  tool = Option.String({ name: 'tool', required: true })
  flags = Option.Proxy({ name: 'flags' })

  async execute(): Promise<number> {
    const { tool: name, flags: args } = this
    const { cwd } = this.context
    const root = this.enterAppWithEnvFile()
    this.io.claimStdout()
    const { runTool } = await import('../tool/run.ts')
    return withApp(root, this.io, (server) => runTool(server, { name, args, cwd }, this.io))
  }
}
