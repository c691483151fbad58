/**
 * The completion scripts that `fw completion` prints: the files of `cli/completion`. Each asks `fw __complete <shell> …` what
 * fits, so that all it knows is its shell: where a word begins, how a candidate is shown, and how files are completed.
 */
import { readFileSync } from 'node:fs'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

export function isShell(text: string | undefined): text is Shell {
  return SHELLS.some((shell) => shell === text)
}

/** The script of a shell, ended by a line break. `program`: absolute path of the `fw` that it runs where `$PATH` has none. */
export function completionScript(shell: Shell, program: string): string {
  const script = readFileSync(new URL(`../../completion/fw.${shell}`, import.meta.url), 'utf8')
  return script.replaceAll('__FW__', () => quote(shell, program))
}

function quote(shell: Shell, text: string): string {
  const inner = shell === 'fish' ? text.replace(/[\\']/g, '\\$&') : text.replaceAll("'", "'\\''")
  return `'${inner}'`
}
