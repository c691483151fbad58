import { Command, Option } from 'clipanion'
import { withApp } from '../app.ts'
import { FILES } from '../complete/complete.ts'
import { FwCommand } from './command.ts'

/** `fw run` lists the tools. */
export class RunListCommand extends FwCommand {
  static override paths = [['run']]

  session = Option.String('--session')

  async execute(): Promise<number> {
    const { session } = this
    const { cwd } = this.context
    const root = this.enterAppWithEnvFile()
    this.io.claimStdout()
    const { listTools } = await import('../tool/run.ts')
    const { createCallerHeaders } = await import('../tool/caller.ts')
    return withApp(root, this.io, (server, options) =>
      listTools(server, createCallerHeaders(options, { root, cwd, session }), this.io),
    )
  }
}

/**
 * `fw run <tool> …` is a class of its own, because an optional tool name before a proxy swallows it (clipanion 3.2.1).
 */
export class RunCommand extends FwCommand {
  static override paths = [['run']]
  static override values = { '--session': FILES } as const
  static override usage = Command.Usage({
    description: 'Call a tool of the app as an agent; without a tool, list them.',
    details: `
      Guards apply as they do for any agent: a tool that needs approval asks in the terminal and runs only on "y".

      The caller is anonymous. \`fw run --session <data> <tool>\` calls the tool as an agent of a signed-in user: src/session.ts signs the data.

      Each property of the tool's input is a flag. \`fw run <tool> --help\` lists them. \`--note @letter.txt\` reads the value from a file, \`--note -\` reads it from stdin, and \`@@\` begins a value with a literal @.

      Prints the result to stdout as JSON, and everything else to stderr.
    `,
    examples: [
      ['List the tools', '$0 run'],
      ['Call a tool', '$0 run api.shop.search --query tea --in-stock'],
      ['Call a tool as an agent of a user', `$0 run --session '{"userId":"ann"}' api.shop.orders`],
      ['Pass lists and objects as JSON', `$0 run api.shop.order --lines '[{"id":"tea","quantity":2}]'`],
      ['Read values from files and pipes', 'jq .lines cart.json | $0 run api.shop.order --lines - --note @letter.txt'],
    ],
  })

  session = Option.String('--session', {
    description:
      'Session data of a signed-in user, as JSON or a file, before the name of the tool. Default: anonymous.',
  })

  tool = Option.String({ name: 'tool', required: true })
  flags = Option.Proxy({ name: 'flags' })

  async execute(): Promise<number> {
    const { tool: name, flags: args, session } = this
    const { cwd } = this.context
    const root = this.enterAppWithEnvFile()
    this.io.claimStdout()
    const { runTool } = await import('../tool/run.ts')
    const { createCallerHeaders } = await import('../tool/caller.ts')
    return withApp(root, this.io, (server, options) =>
      runTool(server, { name, args, cwd, caller: createCallerHeaders(options, { root, cwd, session }) }, this.io),
    )
  }
}
