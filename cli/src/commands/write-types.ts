import { Command } from 'clipanion'
import { findAppRoot, isAppRoot } from '../app.ts'
import { generateTypes } from '../check/generate-types.ts'
import { optimizeLater } from '../optimize-later.ts'
import { printFailure } from '../print-failure.ts'
import { FwCommand } from './command.ts'

/** Scripts of `package.json` that package managers run after an install. */
const INSTALL_SCRIPTS: ReadonlySet<string | undefined> = new Set(['install', 'postinstall', 'prepare'])

/** `fw types` writes the types of an app, which TypeScript needs before the first check, build or dev server. */
export class WriteTypesCommand extends FwCommand {
  static override paths = [['types']]
  static override usage = Command.Usage({
    description: 'Write the types of the app.',
    details:
      'Writes the types of routes, ctx, environment, messages and tools to .fw/types and prints the changed files. Executes no code of the app and requests nothing. In an install script, such as "postinstall", it never fails the installation: without sources it writes nothing.',
    examples: [['Write the types', '$0 types']],
  })

  async execute(): Promise<number> {
    if (!INSTALL_SCRIPTS.has(this.io.env.npm_lifecycle_event)) return this.write(findAppRoot(this.context.cwd))
    // A container image often installs the packages before it has the sources.
    if (!isAppRoot(this.context.cwd)) {
      this.io.note('No types written: this folder has no sources of an app yet. Run "fw types" when it has.')
      return 0
    }
    try {
      return await this.write(this.context.cwd)
    } catch (error) {
      await printFailure(error, this.io)
      this.io.note('The types in .fw/types are not up to date. Run "fw types" after you have fixed this.')
      return 0
    }
  }

  private async write(root: string): Promise<number> {
    process.chdir(root)
    this.io.claimStdout()
    optimizeLater()
    const { check } = await import('@fw/compiler')
    const { diagnostics, model } = await check({ root })
    const written = await generateTypes(model, this.io)
    for (const file of written) this.io.result(`Wrote ${file}`)
    if (written.length === 0) this.io.note('The types in .fw/types are up to date.')
    const errors = diagnostics.filter(({ severity }) => severity === 'error').length
    if (errors > 0)
      this.io.note(
        `The app has ${errors} ${errors === 1 ? 'error' : 'errors'}. Run "fw check" to see ${errors === 1 ? 'it' : 'them'}.`,
      )
    return 0
  }
}
