/** Reads the arguments of `fw start` without the command framework, which takes longer to load than the server. */
import type { StartFlags } from './start-app.ts'

const FLAG = /^--(port|host|workers)(?:=(.*))?$/s

/**
 * Returns the flags of `fw start --port 3000 --host=127.0.0.1`. Returns `undefined` for other commands, and for arguments that the
 * command framework explains or refuses.
 */
export function readStartFlags([name, ...args]: readonly string[]): StartFlags | undefined {
  if (name !== 'start') return undefined
  const flags: { -readonly [Flag in keyof StartFlags]: string } = {}
  for (let index = 0; index < args.length; index += 1) {
    const [, flag, inline] = FLAG.exec(args[index] ?? '') ?? []
    const value = inline ?? args[++index]
    if (flag === undefined || value === undefined || (inline === undefined && value.startsWith('-'))) return undefined
    flags[flag as keyof StartFlags] = value // by the pattern
  }
  return flags
}
