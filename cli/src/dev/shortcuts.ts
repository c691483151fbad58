/** Single-key shortcuts of `fw dev` in a terminal. */
import { spawnSync } from 'node:child_process'
import type { Terminal } from '../io.ts'

export interface Shortcut {
  /** Lower-case letter. */
  readonly key: string
  /** Description for the help. */
  readonly does: string
  run(): void
}

const [CTRL_C, CTRL_D, CTRL_Z, ENTER] = ['\u0003', '\u0004', '\u001a', '\r']

/**
 * Listens for keys until the returned function is called. Ctrl-C and Ctrl-Z keep their meaning, although the terminal
 * doesn't turn them into signals in raw mode. Pasted text is ignored.
 */
export function takeKeys(stdin: Terminal['stdin'], shortcuts: readonly Shortcut[], onEnter: () => void): () => void {
  const resume = (): void => void stdin.setRawMode?.(true)
  const onData = (text: string): void => {
    if (text.includes(CTRL_C) || text === CTRL_D) process.kill(process.pid, 'SIGINT')
    else if (text === CTRL_Z) {
      stdin.setRawMode?.(false)
      process.once('SIGCONT', resume)
      process.kill(process.pid, 'SIGTSTP')
    } else if (text === ENTER) onEnter()
    else shortcuts.find(({ key }) => key === text.toLowerCase())?.run()
  }
  stdin.setEncoding('utf8').on('data', onData)
  resume()
  stdin.resume()
  return () => {
    process.off('SIGCONT', resume)
    stdin.off('data', onData)
    stdin.setRawMode?.(false)
    stdin.pause()
  }
}

/** Formats the help, one line per shortcut. */
export function shortcutLines(shortcuts: readonly Shortcut[], bold: (text: string) => string): readonly string[] {
  return shortcuts.map(({ key, does }) => `  ${bold(key)}  ${does}`)
}

/** Returns whether this process may read the terminal. The system stops a background job that reads it. */
export function isForeground(): boolean {
  if (process.platform === 'win32') return true
  const { stdout, status } = spawnSync('ps', ['-o', 'stat=', '-p', String(process.pid)], { encoding: 'utf8' })
  return status !== 0 || stdout.includes('+')
}
