import { Command, Option } from 'clipanion'
import { applyCodemods, listCodemods } from '../codemod/apply-codemods.ts'
import { CliError } from '../fail.ts'
import { installedVersion, ownVersion } from '../installed-version.ts'
import { FwCommand } from './command.ts'

/** `fw upgrade`: the codemods of the releases between two versions. */
export class UpgradeCommand extends FwCommand {
  static override paths = [['upgrade']]
  static override usage = Command.Usage({
    description: 'Change the app as the breaking changes of newer releases ask for.',
    details:
      'Runs the codemod of every breaking change after --from and at or before --to. Each is safe to run again. What a codemod cannot change has a comment that begins with fw-codemod, and is counted. Package versions stay as they are: run it with the newer tool before its packages are installed (npx @fw/cli@latest upgrade), or afterwards with --from.',
    examples: [
      ['From the version that is installed to the one of this tool', '$0 upgrade'],
      ['See what would change', '$0 upgrade --from 0.1.0 --to 0.2.0 --dry-run'],
      ['See which codemods would run', '$0 upgrade --from 0.1.0 --list'],
    ],
  })

  from = Option.String('--from', {
    description: 'The version that the sources are written for. Default: the installed one.',
  })
  to = Option.String('--to', { description: 'The version to change them for. Default: the version of this tool.' })
  dryRun = Option.Boolean('--dry-run', false, { description: 'Print the changes as a diff, write nothing.' })
  list = Option.Boolean('--list', false, { description: 'Print the codemods that would run, and run none.' })

  async execute(): Promise<number> {
    const root = this.enterApp()
    const { CODEMODS, isVersion, selectCodemods } = await import('@fw/codemods')
    const from = this.from ?? installedVersion(root, '@fw/runtime')
    const to = this.to ?? ownVersion()
    if (from === undefined)
      throw new CliError({
        code: 'unknown_version',
        title: '@fw/runtime is not installed here, so the version that the app has is unknown.',
        fix: 'Install the app’s packages, or say it: fw upgrade --from 0.1.0.',
      })
    for (const [flag, version] of [
      ['--from', from],
      ['--to', to],
    ] as const)
      if (!isVersion(version))
        throw new CliError({
          code: 'bad_argument',
          title: `${flag} is a whole version such as 0.2.0, not "${version}".`,
        })
    const codemods = selectCodemods(CODEMODS, { from, to })
    this.io.note(`Breaking changes after ${from}, up to ${to}: ${codemods.length === 0 ? 'none' : codemods.length}`)
    if (codemods.length === 0) {
      if (from === to && this.from === undefined)
        this.io.note(
          'The packages are those of this tool already. Say what the sources were written for: --from 0.1.0.',
        )
      return 0
    }
    if (!this.list) return applyCodemods(this.io, { root, codemods, dryRun: this.dryRun })
    this.io.result(listCodemods(codemods))
    return 0
  }
}
