import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { type ListedTool, readToolList } from '@fw/compiler/start'
import { Command, Option } from 'clipanion'
import { findAppRoot } from '../app.ts'
import { CliError } from '../cli-error.ts'
import { type CompleteOptions, complete } from '../complete/complete.ts'
import { completionScript, isShell, SHELLS } from '../complete/scripts.ts'
import { printCompletion, readWords } from '../complete/shell-format.ts'
import { FwCommand } from './command.ts'

/** `fw completion` prints the completion script of a shell. */
export class CompletionCommand extends FwCommand {
  static override paths = [['completion']]
  static override values = { '': SHELLS }
  static override usage = Command.Usage({
    description: 'Print the shell script that completes commands, tools and their flags.',
    details: `
      The shell then completes commands and their flags. After \`fw run\` it also completes the tools of the app, their flags, enum members, and files after @. Completion never runs code of the app: the tools are the ones that \`fw dev\`, \`fw build\` or \`fw run\` last found.
    `,
    examples: [
      ['bash, with bash-completion', '$0 completion bash > ~/.local/share/bash-completion/completions/fw'],
      ['zsh, in a folder on $fpath', '$0 completion zsh > ~/.zfunc/_fw'],
      ['fish', '$0 completion fish > ~/.config/fish/completions/fw.fish'],
    ],
  })

  shell = Option.String({ name: 'shell', required: true })

  async execute(): Promise<number> {
    const { shell } = this
    if (!isShell(shell))
      throw new CliError({
        code: 'bad_argument',
        title: `Unsupported shell "${shell}".`,
        fix: `Supported shells: ${SHELLS.join(', ')}.`,
      })
    // The script already ends with a line break, and `result` adds one.
    this.io.result(completionScript(shell, resolve(process.argv[1] ?? '')).trimEnd())
    return 0
  }
}

/**
 * `fw __complete <shell> …` is called by the completion scripts. Prints nothing for a command line that it can't parse.
 */
export class CompleteCommand extends FwCommand {
  static override paths = [['__complete']]

  shell = Option.String({ name: 'shell', required: true })
  words = Option.Proxy({ name: 'words' })

  async execute(): Promise<number> {
    const { shell } = this
    if (!isShell(shell)) return 1
    const words = readWords(shell, this.words)
    const found = complete(words, this.options())
    const text = printCompletion(shell, words.at(-1) ?? '', found)
    if (text !== '') this.io.result(text)
    return 0
  }

  options(): CompleteOptions {
    const { cwd, shapes } = this.context
    return {
      commands: shapes,
      tools: () => toolsFrom(cwd),
      entries: (folder) => listEntries(resolve(cwd, folder)),
    }
  }
}

/** Returns the tools of the app, or none outside an app. */
function toolsFrom(cwd: string): readonly ListedTool[] {
  try {
    return readToolList(findAppRoot(cwd))
  } catch {
    return []
  }
}

function listEntries(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).map((entry) => entry.name + (entry.isDirectory() ? '/' : ''))
  } catch {
    return []
  }
}
