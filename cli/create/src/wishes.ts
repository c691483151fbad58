/** What the command line asks for. */
import { parseArgs } from 'node:util'
import { CreateError } from './fail.ts'
import { isPackageManager, PACKAGE_MANAGERS, type PackageManager } from './package-manager.ts'

export interface Wishes {
  /** Folder of the app; its last part becomes the package's name. */
  readonly name?: string
  /** Name of an example; `list` when none is named. */
  readonly example?: string
  readonly list: boolean
  readonly packageManager?: PackageManager
  readonly install?: boolean
  readonly git?: boolean
  /** Take the default wherever nothing is said. */
  readonly yes: boolean
  readonly help: boolean
  readonly version: boolean
}

export const HELP = `Make a new fw app.

  create-fw <name> [--example <example>]

  <name>                a folder that is empty or not there yet; "." is this one
  --example <example>   a copy of an example instead of the starter; without a name: list them
  --pm <manager>        ${PACKAGE_MANAGERS.join(', ')}; default: the one that runs this
  --install             install the packages; --no-install: do not ask
  --git                 make a git repository; --no-git: do not ask
  -y, --yes             ask nothing
  -h, --help            this text
  --version             the version

Examples

  npm create fw@latest notes
  npm create fw@latest shop -- --example shop --install`

/** Throws a CreateError for what it does not know. */
export function readWishes(argv: readonly string[]): Wishes {
  const at = argv.indexOf('--example')
  const named = argv[at + 1]
  const list = at >= 0 && (named === undefined || named.startsWith('-'))
  const { values, positionals } = parse(list ? argv.filter((word) => word !== '--example') : argv)
  if (positionals.length > 1) throw new CreateError(`One name, not ${positionals.length}: ${positionals.join(', ')}.`)
  const { pm, ...rest } = values
  if (pm !== undefined && !isPackageManager(pm))
    throw new CreateError(`--pm is one of ${PACKAGE_MANAGERS.join(', ')}, not "${pm}".`)
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
