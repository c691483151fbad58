/** Options of the command line. */
import { parseArgs } from 'node:util'
import { CreateError } from './fail.ts'
import { isPackageManager, PACKAGE_MANAGERS, type PackageManager } from './package-manager.ts'

export interface CliOptions {
  /** Folder of the app. Its last segment becomes the package name. */
  readonly name?: string
  /** Name of an example, or `list` if the flag has no value. */
  readonly example?: string
  readonly list: boolean
  readonly packageManager?: PackageManager
  readonly install?: boolean
  readonly git?: boolean
  /** Whether to use the defaults without prompting. */
  readonly yes: boolean
  readonly help: boolean
  readonly version: boolean
}

export const HELP = `Create a new fw app.

  create-fw <name> [--example <example>]

  <name>                an empty or new folder; "." is the current folder
  --example <example>   copy an example instead of the starter; without a name, list the examples
  --pm <manager>        ${PACKAGE_MANAGERS.join(', ')}; default: the one that runs this command
  --install             install dependencies; --no-install skips the prompt
  --git                 create a git repository; --no-git skips the prompt
  -y, --yes             use the defaults without prompting
  -h, --help            show this help
  --version             show the version

Examples

  npm create fw@latest notes
  npm create fw@latest shop -- --example shop --install`

/** Parses the arguments. Throws a `CreateError` for an unknown option or value. */
export function parseCliOptions(argv: readonly string[]): CliOptions {
  const at = argv.indexOf('--example')
  const named = argv[at + 1]
  const list = at >= 0 && (named === undefined || named.startsWith('-'))
  const { values, positionals } = parse(list ? argv.filter((word) => word !== '--example') : argv)
  if (positionals.length > 1)
    throw new CreateError(`Expected one name, got ${positionals.length}: ${positionals.join(', ')}.`)
  const { pm, ...rest } = values
  if (pm !== undefined && !isPackageManager(pm))
    throw new CreateError(`--pm must be one of ${PACKAGE_MANAGERS.join(', ')}, got "${pm}".`)
  return {
    ...rest,
    list,
    yes: values.yes ?? false,
    help: values.help ?? false,
    version: values.version ?? false,
    ...(pm !== undefined && { packageManager: pm }),
    ...(positionals[0] !== undefined && { name: positionals[0] }),
  }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      allowNegative: true,
      options: {
        example: { type: 'string' },
        pm: { type: 'string' },
        install: { type: 'boolean' },
        git: { type: 'boolean' },
        yes: { type: 'boolean', short: 'y' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
      },
    })
  } catch (error) {
    if (error instanceof TypeError) throw new CreateError(error.message)
    throw error
  }
}
