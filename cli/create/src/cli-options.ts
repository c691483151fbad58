/** Options of the command line. */
import { parseArgs } from 'node:util'
import { CreateError } from './fail.ts'
import { isPackageManager, PACKAGE_MANAGERS, type PackageManager } from './package-manager.ts'
import { TEMPLATE_KINDS, type TemplateKind } from './template-kind.ts'

export interface CliOptions {
  /** Folder of the app. Its last segment becomes the package name. */
  readonly name?: string
  readonly template?: string
  readonly example?: string
  /** Kind of the apps to list, because its flag has no value. */
  readonly list?: TemplateKind
  readonly packageManager?: PackageManager
  readonly install?: boolean
  readonly git?: boolean
  /** Whether to use the defaults without prompting. */
  readonly yes: boolean
  readonly help: boolean
  readonly version: boolean
}

export const HELP = `Create a new fw app.

  create-fw <name> [--template <template>] [--example <example>]

  <name>                an empty or new folder; "." is the current folder
  --template <template> begin with a product; default: starter; without a name, list the templates
  --example <example>   copy an example of the documentation; without a name, list the examples
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
  const list = TEMPLATE_KINDS.find((kind) => isWithoutValue(argv, `--${kind}`))
  const { values, positionals } = parse(list ? argv.filter((word) => word !== `--${list}`) : argv)
  if (positionals.length > 1)
    throw new CreateError(`Expected one name, got ${positionals.length}: ${positionals.join(', ')}.`)
  if (values.template !== undefined && values.example !== undefined)
    throw new CreateError('Pass either --template or --example: an app begins with one of them.')
  const { pm, ...rest } = values
  if (pm !== undefined && !isPackageManager(pm))
    throw new CreateError(`--pm must be one of ${PACKAGE_MANAGERS.join(', ')}, got "${pm}".`)
  return {
    ...rest,
    ...(list !== undefined && { list }),
    yes: values.yes ?? false,
    help: values.help ?? false,
    version: values.version ?? false,
    ...(pm !== undefined && { packageManager: pm }),
    ...(positionals[0] !== undefined && { name: positionals[0] }),
  }
}

function isWithoutValue(argv: readonly string[], flag: string): boolean {
  const at = argv.indexOf(flag)
  const value = argv[at + 1]
  return at >= 0 && (value === undefined || value.startsWith('-'))
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      allowNegative: true,
      options: {
        template: { type: 'string' },
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
