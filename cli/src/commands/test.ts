import { Command, Option } from 'clipanion'
import { FILES } from '../complete/complete.ts'
import { FwCommand } from './command.ts'

/** `fw test` runs the app's tests with the test runner of its runtime. */
export class TestCommand extends FwCommand {
  static override paths = [['test']]
  static override values = { '': FILES } as const
  static override usage = Command.Usage({
    description: 'Run the tests of the app.',
    details: `
      Uses vitest on Node if the app declares it, else \`node --test\`. Uses \`bun test\` on Bun. The tests run in the folder of the app, with the variables of \`.env\`.

      Passes every argument to the runner, and exits with the runner's exit code.
    `,
    examples: [
      ['Run all tests', '$0 test'],
      ['Run the tests of one file', '$0 test tests/cart.test.ts'],
    ],
  })

  args = Option.Proxy({ name: 'files' })

  async execute(): Promise<number> {
    const root = this.enterAppWithEnvFile()
    const { findRunner, runSuite } = await import('../suite/runner.ts')
    return runSuite(findRunner(root, this.args), this.args, root)
  }
}
