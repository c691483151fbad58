/** Runs a command line and returns its exit code. Only `bin.ts` ends the process. */
import { Builtins, Cli, type Command, type CommandClass } from 'clipanion'
import { AddCommand } from './commands/add.ts'
import { BuildCommand } from './commands/build.ts'
import { CheckCommand } from './commands/check.ts'
import { CodemodCommand } from './commands/codemod.ts'
import { FwCommand, type FwContext } from './commands/command.ts'
import { CompleteCommand, CompletionCommand } from './commands/completion.ts'
import { CreateCommand } from './commands/create.ts'
import { DevCommand } from './commands/dev.ts'
import { EvalCommand } from './commands/eval.ts'
import { ExportCommand } from './commands/export.ts'
import { InfoCommand } from './commands/info.ts'
import { LoginCommand } from './commands/login.ts'
import { LspCommand } from './commands/lsp.ts'
import { McpCommand } from './commands/mcp.ts'
import { RunCommand, RunListCommand } from './commands/run.ts'
import { StartCommand } from './commands/start.ts'
import { TestCommand } from './commands/test.ts'
import { UpgradeCommand } from './commands/upgrade.ts'
import { VerifyCommand } from './commands/verify.ts'
import { WriteTypesCommand } from './commands/write-types.ts'
import type { CommandShape } from './complete/complete.ts'
import { layoutHelp, nameArguments } from './help-text.ts'
import { ownVersion } from './installed-version.ts'
import { createIo, type Io, type Terminal } from './io.ts'
import { printFailure, printProblem } from './print-failure.ts'

/** `fw --help` and plain `fw` list the commands. */
class HelpCommand extends FwCommand {
  static override paths = [['-h'], ['--help']]

  async execute(): Promise<number> {
    const { stdout } = this.context
    stdout.write(layoutHelp(this.cli.usage(), getColumns(stdout)))
    return 0
  }
}

/** Commands in the order of `fw --help`. */
export const COMMANDS: readonly CommandClass<FwContext>[] = [
  DevCommand,
  BuildCommand,
  StartCommand,
  RunListCommand,
  RunCommand,
  VerifyCommand,
  EvalCommand,
  TestCommand,
  CheckCommand,
  WriteTypesCommand,
  InfoCommand,
  ExportCommand,
  LoginCommand,
  UpgradeCommand,
  CodemodCommand,
  CreateCommand,
  AddCommand,
  LspCommand,
  McpCommand,
  CompletionCommand,
  CompleteCommand,
  HelpCommand,
  Builtins.VersionCommand,
]

/** Runs the command that `argv` (without node and script) names, and returns its exit code. */
export async function main(argv: readonly string[], terminal: Terminal, cwd: string): Promise<number> {
  const io = createIo(terminal)
  const cli = createCli(io)
  const { stdin, stdout, stderr } = terminal
  const context: FwContext = {
    ...Cli.defaultContext,
    stdin,
    stdout,
    stderr,
    io,
    cwd,
    shapes: () => listCommandShapes(cli),
  }
  try {
    const documented = commandToExplain(argv)
    if (documented !== undefined) return help(cli, documented, context)
    return await execute(cli, cli.process(argv.length === 0 ? ['--help'] : [...argv], context), context)
  } catch (error) {
    if (!isUsageError(error)) return printFailure(error, io)
    const text = (await unknownCommand(argv)) ?? nameArguments(error.message)
    return printProblem('Failed:', `${text}\n\nRun "fw --help" for all commands.`, io)
  }
}

/** Executes a parsed command. `Cli.run` isn't used, because it prints errors to stdout. */
async function execute(cli: Cli<FwContext>, command: Command<FwContext>, context: FwContext): Promise<number> {
  if (command.help) return help(cli, command, context)
  // Members that `Cli.run` sets before it executes. The built-in commands read `usage` and `binaryVersion`.
  Object.assign(command, { context, cli })
  return (await command.validateAndExecute()) ?? 0
}

function createCli(io: Io): Cli<FwContext> {
  const cli = new Cli<FwContext>({
    binaryLabel: 'fw',
    binaryName: 'fw',
    binaryVersion: ownVersion(),
    enableColors: io.resultColors.isColorSupported,
  })
  for (const command of COMMANDS) cli.register(command)
  return cli
}

/** Returns the definitions of the documented commands; commands without a usage are internal. The order is the same. */
function listCommandShapes(cli: Cli<FwContext>): readonly CommandShape[] {
  const described = COMMANDS.filter(({ usage }) => usage !== undefined)
  return cli.definitions().flatMap(({ description, options }, index) => {
    const command = described[index]
    const name = command?.paths?.[0]?.join(' ')
    if (command === undefined || name === undefined) return []
    const { values = {} } = command as Partial<typeof FwCommand>
    return [{ name, description, options: options.map(toOption), values }]
  })
}

/** Parses option names from `-n,--dry-run` and `--format #0`. */
function toOption({ definition, description }: ReturnType<Cli['definitions']>[number]['options'][number]) {
  const [names = '', value] = definition.split(' ')
  return { names: names.split(','), takesValue: value !== undefined, description }
}

/** Finds the command of `fw run --help`: clipanion matches both classes of `run`, and only one has a usage. */
function commandToExplain(argv: readonly string[]): CommandClass<FwContext> | undefined {
  const [name, flag, ...rest] = argv
  if (rest.length > 0 || (flag !== '--help' && flag !== '-h')) return undefined
  return COMMANDS.find(({ usage, paths }) => usage !== undefined && paths?.some((path) => path.join(' ') === name))
}

/** Returns the columns of a terminal. Other outputs have no width. */
function getColumns(stdout: FwContext['stdout'] & { readonly columns?: number }): number | undefined {
  return stdout.columns
}

function help(cli: Cli<FwContext>, command: Command<FwContext> | CommandClass<FwContext>, context: FwContext): number {
  const { stdout } = context
  stdout.write(layoutHelp(cli.usage(command, { detailed: true }), getColumns(stdout)))
  return 0
}

/** Returns the message for an unknown first word. clipanion would list all commands. */
async function unknownCommand([name]: readonly string[]): Promise<string | undefined> {
  const known = COMMANDS.flatMap(({ usage, paths }) => (usage === undefined ? [] : (paths?.[0]?.join(' ') ?? [])))
  if (name === undefined || name.startsWith('-') || known.includes(name)) return undefined
  const { nearestName } = await import('@fw/runtime/contract')
  const nearest = nearestName(name, known)
  return `Unknown command "${name}".${nearest === undefined ? '' : ` Did you mean "${nearest}"?`}`
}

/** Returns whether arguments match no command, by the marker on clipanion's errors. */
function isUsageError(error: unknown): error is Error {
  return error instanceof Error && 'clipanion' in error
}
