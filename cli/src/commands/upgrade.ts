import { Command, Option } from 'clipanion'
import { CliError } from '../cli-error.ts'
import { applyCodemods, listCodemods } from '../codemod/apply-codemods.ts'
import { ownVersion, readInstalledVersion } from '../installed-version.ts'
import { FwCommand } from './command.ts'

/** `fw upgrade` runs the codemods of the releases between two versions. */
export class UpgradeCommand extends FwCommand {
  static override paths = [['upgrade']]
  static override usage = Command.Usage({
    description: 'Migrate the app through the breaking changes of newer releases.',
    details:
      'Runs the codemod of every breaking change after --from and at or before --to. Codemods are safe to run again. Code that a codemod cannot change gets a comment that begins with fw-codemod, and is counted. Package versions stay the same: run the newer tool before you install its packages (npx @fw/cli@latest upgrade), or afterwards with --from.',
    examples: [
      ['Upgrade from the installed version to the version of this tool', '$0 upgrade'],
      ['Preview the changes', '$0 upgrade --from 0.1.0 --to 0.2.0 --dry-run'],
      ['List the codemods that would run', '$0 upgrade --from 0.1.0 --list'],
    ],
  })

  from = Option.String('--from', {
    description: 'Version that the sources are written for. Default: the installed version.',
  })
  to = Option.String('--to', { description: 'Version to upgrade to. Default: the version of this tool.' })
  dryRun = Option.Boolean('--dry-run', false, { description: 'Print the changes as a diff without writing them.' })
  list = Option.Boolean('--list', false, { description: 'List the codemods that would run, without running them.' })

  async execute(): Promise<number> {
    const root = this.enterApp()
    const { CODEMODS, isVersion, selectCodemods } = await import('@fw/codemods')
    const from = this.from ?? readInstalledVersion(root, '@fw/runtime')
    const to = this.to ?? ownVersion()
    if (from === undefined)
      throw new CliError({
        code: 'unknown_version',
        title: "@fw/runtime is not installed, so the app's current version is unknown.",
        fix: "Install the app's dependencies, or pass the version: fw upgrade --from 0.1.0.",
      })
    for (const [flag, version] of [
      ['--from', from],
      ['--to', to],
    ] as const)
      if (!isVersion(version))
        throw new CliError({
          code: 'bad_argument',
          title: `${flag} must be a full version such as 0.2.0, got "${version}".`,
        })
    const codemods = selectCodemods(CODEMODS, { from, to })
    this.io.note(`Breaking changes after ${from}, up to ${to}: ${codemods.length === 0 ? 'none' : codemods.length}`)
    if (codemods.length === 0) {
      if (from === to && this.from === undefined)
        this.io.note(
          'The installed packages already have the version of this tool. Pass the version that the sources are written for: --from 0.1.0.',
        )
      return 0
    }
    if (!this.list) return applyCodemods(this.io, { root, codemods, dryRun: this.dryRun })
    this.io.result(listCodemods(codemods))
    return 0
  }
}
