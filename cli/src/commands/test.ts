import { Command, Option } from 'clipanion'
import { FILES } from '../complete/complete.ts'
import { FwCommand } from './command.ts'

/** `fw test`: the suite of the app, by the runner of its runtime. */
export class TestCommand extends FwCommand {
  static override paths = [['test']]
  static override values = { '': FILES } as const
  static override usage = Command.Usage({
    description: 'Run the tests of the app.',
    details: `
      On Node with vitest where the app declares it, else with \`node --test\`; on Bun with \`bun test\`. It runs in the folder of the app, with what \`.env\` says.

      Every argument goes to the runner as it is, and the exit code is the runner's.
    `,
    examples: [
      ['Run every test', '$0 test'],
      ['Run those of one file', '$0 test tests/cart.test.ts'],
    ],
  })

  args = Option.Proxy({ name: 'files' })

  async execute(): Promise<number> {
    const root = this.enterAppWithEnvFile()
    const { findRunner, runSuite } = await import('../suite/runner.ts')
    return runSuite(findRunner(root, this.args), this.args, root)
  }
}
