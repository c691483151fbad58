/**
 * Computes the completions at the cursor of a command line, for every shell. Runs no code of the app and compiles
 * nothing; the tools are those of the last analysis.
 */
import type { ListedTool } from '@fw/compiler/start'
import { type Flag, listFlags } from '../flags.ts'

interface Candidate {
  /** The whole word. A value that is `@` or ends with `/` is incomplete, so the shell adds no space. */
  readonly value: string
  readonly description?: string
}

/** The shell completes file names itself. */
export const FILES = 'files'

export type Completion = readonly Candidate[] | typeof FILES

/** Values of a flag or argument: fixed strings, files completed by the shell, or values that only the app knows. */
export type ValueSource = readonly (string | Candidate)[] | typeof FILES | (() => readonly Candidate[])

interface CommandOption {
  /** Spellings of the flag, such as `--dry-run`. */
  readonly names: readonly string[]
  readonly takesValue: boolean
  readonly description?: string | undefined
}

/** Command, as declared by its class. */
export interface CommandShape {
  readonly name: string
  readonly description?: string | undefined
  readonly options: readonly CommandOption[]
  /** Value sources by option name, and of arguments by `''`. */
  readonly values: Readonly<Record<string, ValueSource>>
}

export interface CompleteOptions {
  readonly commands: () => readonly CommandShape[]
  readonly tools: () => readonly ListedTool[]
  /**
   * Returns the entries of a folder, where folders end with `/`. `''` is the current folder. Empty if it isn't a
   * folder.
   */
  readonly entries: (folder: string) => readonly string[]
}

/**
 * Returns the completions. `words` is the command line up to the cursor, from the program to the word being typed,
 * which may be empty.
 */
export function complete(words: readonly string[], options: CompleteOptions): Completion {
  const [, ...typed] = words
  const current = typed.pop() ?? ''
  const [name, ...rest] = typed
  const found =
    name === undefined
      ? commandNames(options.commands())
      : name === 'run'
        ? completeRun(rest, current, options)
        : completeCommand(name, rest, current, options.commands())
  return found === FILES ? FILES : found.filter(({ value }) => value.startsWith(current))
}

function commandNames(commands: readonly CommandShape[]): readonly Candidate[] {
  const flags = [{ value: '--help', description: 'List the commands.' }, { value: '--version' }]
  return [...commands.map(({ name, description }) => candidate(name, description)), ...flags]
}

function completeCommand(
  name: string,
  typed: readonly string[],
  current: string,
  commands: readonly CommandShape[],
): Completion {
  const command = commands.find((one) => one.name === name)
  if (command === undefined) return []
  const findOption = (word: string | undefined) => command.options.find(({ names }) => names.includes(word ?? ''))
  const { name: attached, prefix } = splitAttached(current)
  const option = prefix === '' ? findOption(typed.at(-1)) : findOption(attached)
  if (option?.takesValue === true) return completeValue(firstSource(command, option.names), prefix)
  const used = new Set(typed.flatMap((word) => findOption(word.split('=')[0])?.names ?? []))
  const open = command.options.filter(({ names }) => !names.some((one) => used.has(one)))
  if (current.startsWith('-'))
    return [...open.map(({ names, description }) => candidate(longest(names), description)), HELP]
  return completeValue(command.values[''] ?? [], '')
}

function firstSource(command: CommandShape, names: readonly string[]): ValueSource {
  return names.map((name) => command.values[name]).find((source) => source !== undefined) ?? []
}

function completeValue(source: ValueSource, prefix: string): Completion {
  if (source === FILES) return FILES
  const values = typeof source === 'function' ? source() : source
  return values.map((value) => {
    const { value: text, description } = typeof value === 'string' ? candidate(value) : value
    return candidate(prefix + text, description)
  })
}

function completeRun(typed: readonly string[], current: string, options: CompleteOptions): Completion {
  const tools = options.tools()
  const [name, ...args] = typed
  if (name === undefined) return current.startsWith('-') ? [HELP] : toolNames(tools, current)
  const tool = tools.find((one) => listSpellings(one.name).includes(name))
  if (tool === undefined) return []
  const flags = tool.input === undefined ? [] : listFlags(tool.input)
  const findFlag = (word: string | undefined) =>
    flags.find((flag) => word === `--${flag.property}`) ?? flags.find((flag) => word === `--${flag.name}`)
  const { name: attached, prefix } = splitAttached(current)
  const flag = prefix === '' ? findFlag(args.at(-1)) : findFlag(attached)
  const values = flag === undefined ? [] : flagValues(flag, prefix, current, options)
  if (flag !== undefined && (flag.kind !== 'boolean' || prefix !== '')) return values
  const used = new Set(args.flatMap((word) => findFlag(word.split('=')[0])?.property ?? []))
  const open = flags.filter(({ property }) => !used.has(property))
  return [...values, ...open.map((one) => candidate(`--${one.name}`, flagText(one))), HELP]
}

/** Returns the full names, or the short names if the word begins one. */
function toolNames(tools: readonly ListedTool[], current: string): readonly Candidate[] {
  return tools.map(({ name, guard, description = '' }) => {
    const short = listSpellings(name).find((one) => current !== '' && one.startsWith(current))
    return candidate(short ?? name, guard === undefined || guard === 'auto' ? description : `[${guard}] ${description}`)
  })
}

/** Finds a tool as `fw run` does: by its full name, its name without `api.`, or its model-facing name. */
function listSpellings(name: string): readonly string[] {
  const short = name.replace(/^api\./, '')
  return [name, short, short.replace('.', '__')]
}

function flagValues(flag: Flag, prefix: string, current: string, options: CompleteOptions): readonly Candidate[] {
  const none = flag.nullable && flag.kind !== 'string' ? ['null'] : []
  if (flag.kind === 'boolean') return ['true', 'false', ...none].map((value) => candidate(prefix + value))
  const members = [...flag.members.map(String), ...none].map((value) => candidate(prefix + value))
  const written = current.slice(prefix.length)
  if (!written.startsWith('@')) return written === '' ? [...members, ...elsewhere(prefix, members)] : members
  const folder = written.slice(1).replace(/[^/]*$/, '')
  const isHidden = written.slice(1 + folder.length).startsWith('.')
  const entries = options.entries(folder).filter((entry) => isHidden || !entry.startsWith('.'))
  return [...members, ...entries.map((entry) => candidate(`${prefix}@${folder}${entry}`))]
}

/** Candidates that any value accepts, if nothing else completes it. */
function elsewhere(prefix: string, members: readonly Candidate[]): readonly Candidate[] {
  if (members.length > 0) return []
  return [candidate(`${prefix}@`, 'Read the value from a file'), candidate(`${prefix}-`, 'Read the value from stdin')]
}

function flagText(flag: Flag): string | undefined {
  const parts = [flag.description, flag.required ? 'Required.' : undefined]
  return parts.filter((part) => part !== undefined).join(' ')
}

/** Splits `--sort=na` into the option and the part before the value. */
function splitAttached(word: string): { readonly name?: string; readonly prefix: string } {
  const at = word.indexOf('=')
  return at === -1 || !word.startsWith('--')
    ? { prefix: '' }
    : { name: word.slice(0, at), prefix: word.slice(0, at + 1) }
}

const HELP: Candidate = { value: '--help', description: 'Show help.' }

function longest(names: readonly string[]): string {
  return names.reduce((one, other) => (other.length > one.length ? other : one))
}

function candidate(value: string, description?: string): Candidate {
  return description === undefined || description === '' ? { value } : { value, description }
}
