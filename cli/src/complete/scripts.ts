/**
 * Completion scripts that `fw completion` prints, from `cli/completion`. Each calls `fw __complete <shell> …`, so a
 * script contains only the specifics of its shell: word boundaries, display of candidates, and file completion.
 */
import { readFileSync } from 'node:fs'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

export function isShell(text: string | undefined): text is Shell {
  return SHELLS.some((shell) => shell === text)
}

/**
 * Returns the script of a shell, with a final line break. `program` is the absolute path of the `fw` that runs if
 * `$PATH` has none.
 */
export function completionScript(shell: Shell, program: string): string {
  const script = readFileSync(new URL(`../../completion/fw.${shell}`, import.meta.url), 'utf8')
  return script.replaceAll('__FW__', () => quote(shell, program))
}

function quote(shell: Shell, text: string): string {
  const inner = shell === 'fish' ? text.replace(/[\\']/g, '\\$&') : text.replaceAll("'", "'\\''")
  return `'${inner}'`
}
