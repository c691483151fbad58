import { Command, Option } from 'clipanion'
import { FwCommand } from './command.ts'

/** `fw create` does the same as `npm create fw`. */
export class CreateCommand extends FwCommand {
  static override paths = [['create']]
  static override usage = Command.Usage({
    description: 'Create a new app from a template or an example.',
    details: 'The same as "npm create fw". Accepts the flags of "create-fw --help".',
    examples: [
      ['Create an app from the starter', '$0 create notes'],
      ['List the templates', '$0 create --template'],
      ['List the examples', '$0 create --example'],
      ['Copy an example', '$0 create store --example shop'],
    ],
  })

  args = Option.Proxy()

  async execute(): Promise<number> {
    const { main } = await import('create-fw')
    const { stdin, stdout, stderr, env } = process
    return main(this.args, { stdin, stdout, stderr, env }, this.context.cwd)
  }
}
