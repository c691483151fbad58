import { Command, Option } from 'clipanion'
import { FwCommand } from './command.ts'

/** `fw create`: what `npm create fw` does. */
export class CreateCommand extends FwCommand {
  static override paths = [['create']]
  static override usage = Command.Usage({
    description: 'Make a new app, from the starter or as a copy of an example.',
    details: 'The same as "npm create fw"; all flags are those of "create-fw --help".',
    examples: [
      ['A new app', '$0 create notes'],
      ['List the examples', '$0 create --example'],
      ['A copy of one', '$0 create store --example shop'],
    ],
  })

  args = Option.Proxy()

  async execute(): Promise<number> {
    const { main } = await import('create-fw')
    const { stdin, stdout, stderr, env } = process
    return main(this.args, { stdin, stdout, stderr, env }, this.context.cwd)
  }
}
