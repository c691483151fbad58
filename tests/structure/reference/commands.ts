/** `docs/reference/commands.md`: every command and flag, from clipanion's metadata of the built `fw`. */
import { execFileSync } from 'node:child_process'
import { HELP } from '../../../cli/create/src/cli-options.ts'
import { REPOSITORY } from '../source-tree.ts'

export const COMMANDS_PAGE = 'docs/reference/commands.md'

/** The fields of a command that are read; `usage` is its line, `options` its flags. */
interface Definition {
  readonly path: string
  readonly usage: string
  readonly description?: string
  readonly details?: string
  readonly examples?: readonly (readonly [title: string, line: string])[]
  readonly options: readonly { readonly definition: string; readonly description?: string }[]
}

/** Runs in a child process: the test runner can't load clipanion's modules. */
const READ = `
import { Cli } from 'clipanion'
import { COMMANDS } from './cli/dist/main.js'
const cli = new Cli({ binaryName: 'fw', enableColors: false })
const documented = COMMANDS.filter(({ usage }) => usage !== undefined)
for (const command of documented) cli.register(command)
const definitions = cli.definitions()
const found = documented.map((command) => ({
  ...definitions.find(({ path }) => path === 'fw ' + command.paths[0].join(' ')),
  usage: cli.usage(command).trim().split('\\n')[0].replace(/^\\$ /, ''),
}))
process.stdout.write(JSON.stringify(found))
`

export function printCommands(): string {
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', READ], { cwd: REPOSITORY })
  const sections = (JSON.parse(String(printed)) as readonly Definition[]).map((command) => {
    const rows = command.options.map(
      ({ definition, description }) =>
        `| \`${withValue(definition)}\` | ${sentence(description).replaceAll('|', '\\|')} |`,
    )
    return [
      `## ${command.path}`,
      sentence(command.description),
      ...(command.details ?? '').split(/\n\s*\n/).map((part) => part.replace(/\s+/g, ' ').trim()),
      `Usage: \`${withValue(command.usage)}\``,
      rows.length > 0 ? `| flag | meaning |\n| --- | --- |\n${rows.join('\n')}` : '',
      (command.examples ?? []).map(([title, line]) => `- ${title.trim()}: \`${line.trim()}\``).join('\n'),
    ]
      .filter((part) => part !== '')
      .join('\n\n')
  })
  return `${HEAD}\n\n${sections.join('\n\n')}\n\n## create-fw\n\n\`\`\`text\n${HELP}\n\`\`\`\n`
}

const HEAD = `# Commands

What \`--help\` prints of every command. They run anywhere inside an app: the nearest folder upwards with
\`src/routes\`, \`src/server\` or \`fw.config.ts\` is the app. Results go to stdout, everything else to stderr; the exit code is 0 or 1. \`fw --version\` prints the version.`

/** clipanion names every value of an option `#0`. */
function withValue(text: string): string {
  return text.replace(/--([a-z-]+) #0/g, '--$1 <$1>')
}

function sentence(text: string | undefined): string {
  const words = (text ?? '').trim()
  return words === '' ? '' : words.charAt(0).toUpperCase() + words.slice(1)
}
