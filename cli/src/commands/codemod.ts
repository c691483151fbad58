import { Command, Option } from 'clipanion'
import { findPackageRoot } from '../app.ts'
import { CliError } from '../cli-error.ts'
import { applyCodemods, listCodemods } from '../codemod/apply-codemods.ts'
import { FwCommand } from './command.ts'

/**
 * Ids for shell completion, which is too slow if it loads the codemods and their parser. A test compares the two lists.
 */
const CODEMOD_IDS = [
  'package-field-to-config',
  'turn-usage-to-token-usage',
  'decide-access',
  'mcp-server-tools-to-api',
  'zod-input-to-type',
  'next-pages-to-routes',
  'express-routes-to-api',
]

/** `fw codemod` runs one codemod by id, including migrations from other frameworks. */
export class CodemodCommand extends FwCommand {
  static override paths = [['codemod']]
  static override values = { '': CODEMOD_IDS }
  static override usage = Command.Usage({
    description: 'Run one codemod, or a migration from another framework.',
    details:
      'Changes the scripts of the package that contains the working folder. The package does not have to be an app yet. Without an id, lists all codemods. Code that a codemod cannot change gets a comment that begins with fw-codemod, and is counted. With --against, drafts the migration of an app whose functions were renamed since a git ref or file with its fw.contract.json: the app uses the new names, and the old ones remain for other clients.',
    examples: [
      ['List all codemods', '$0 codemod --list'],
      ['Preview a migration', '$0 codemod next-pages-to-routes --dry-run'],
      ['Run a migration', '$0 codemod next-pages-to-routes'],
      ['Keep the old names of renamed functions', '$0 codemod --against origin/main --dry-run'],
    ],
  })

  id = Option.String({ required: false, name: 'id' })
  list = Option.Boolean('--list', false, { description: 'List all codemods without running them.' })
  against = Option.String('--against', {
    description: 'Draft the migration of functions that were renamed since a git ref or file.',
  })
  dryRun = Option.Boolean('--dry-run', false, { description: 'Print the changes as a diff without writing them.' })

  async execute(): Promise<number> {
    if (this.against !== undefined) return this.draft(this.against)
    const { CODEMODS } = await import('@fw/codemods')
    if (this.list || this.id === undefined) {
      this.io.result(listCodemods(CODEMODS))
      return 0
    }
    const codemod = CODEMODS.find(({ id }) => id === this.id)
    if (codemod === undefined)
      throw new CliError({
        code: 'unknown_codemod',
        title: `Unknown codemod "${this.id}".`,
        fix: `Available codemods: ${CODEMODS.map(({ id }) => id).join(', ')}.`,
      })
    const root = findPackageRoot(this.context.cwd)
    return applyCodemods(this.io, { root, codemods: [codemod], dryRun: this.dryRun })
  }

  private async draft(against: string): Promise<number> {
    if (this.id !== undefined || this.list)
      throw new CliError({ code: 'bad_argument', title: '--against drafts its own codemod. Remove the id and --list.' })
    const { cwd } = this.context
    const root = this.enterApp()
    const { listMechanicalRenames } = await import('../contract/draft-migration.ts')
    const renames = await listMechanicalRenames({ root, cwd, against }, this.io)
    if (renames.length === 0) {
      this.io.note(`No function was renamed since ${against}.`)
      return 0
    }
    const { renameFunctions } = await import('@fw/codemods')
    return applyCodemods(this.io, { root, codemods: [renameFunctions(renames)], dryRun: this.dryRun })
  }
}
