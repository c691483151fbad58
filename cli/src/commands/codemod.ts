import { Command, Option } from 'clipanion'
import { findPackageRoot } from '../app.ts'
import { applyCodemods, listCodemods } from '../codemod/apply-codemods.ts'
import { CliError } from '../fail.ts'
import { FwCommand } from './command.ts'

/** Known without the codemods themselves, which load a parser: a shell waits for them. A test compares the two. */
const CODEMOD_IDS = [
  'package-field-to-config',
  'turn-usage-to-token-usage',
  'mcp-server-tools-to-api',
  'zod-input-to-type',
  'next-pages-to-routes',
  'express-routes-to-api',
]

/** `fw codemod`: one codemod by its id, migrations from other frameworks included. */
export class CodemodCommand extends FwCommand {
  static override paths = [['codemod']]
  static override values = { '': CODEMOD_IDS }
  static override usage = Command.Usage({
    description: 'Run one codemod, or a migration from another framework.',
    details:
      'Works on the scripts of the package around the working folder, which need not be an app yet. Without an id it lists all. What a codemod cannot change has a comment that begins with fw-codemod, and is counted.',
    examples: [
      ['List them', '$0 codemod --list'],
      ['See what a migration would do', '$0 codemod next-pages-to-routes --dry-run'],
      ['Run it', '$0 codemod next-pages-to-routes'],
    ],
  })

  id = Option.String({ required: false, name: 'id' })
  list = Option.Boolean('--list', false, { description: 'Print all codemods, and run none.' })
  dryRun = Option.Boolean('--dry-run', false, { description: 'Print the changes as a diff, write nothing.' })

  async execute(): Promise<number> {
    const { CODEMODS } = await import('@fw/codemods')
    if (this.list || this.id === undefined) {
      this.io.result(listCodemods(CODEMODS))
      return 0
    }
    const codemod = CODEMODS.find(({ id }) => id === this.id)
    if (codemod === undefined)
      throw new CliError({
        code: 'unknown_codemod',
        title: `There is no codemod "${this.id}".`,
        fix: `There are: ${CODEMODS.map(({ id }) => id).join(', ')}.`,
      })
    const root = findPackageRoot(this.context.cwd)
    return applyCodemods(this.io, { root, codemods: [codemod], dryRun: this.dryRun })
  }
}
