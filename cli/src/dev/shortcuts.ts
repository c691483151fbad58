/** Single keys that steer `fw dev` at a terminal. */
import { spawnSync } from 'node:child_process'
import type { Terminal } from '../io.ts'

export interface Shortcut {
  /** One lower-case letter. */
  readonly key: string
  /** What it does, for the help. */
  readonly does: string
  run(): void
}

const [CTRL_C, CTRL_D, CTRL_Z, ENTER] = ['\u0003', '\u0004', '\u001a', '\r']

/**
 * Hears keys until the returned function is called. Ctrl-C and Ctrl-Z mean what they mean everywhere, although the terminal
 * no longer turns them into signals. What is pasted is no key.
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

/** The help: a line for each. */
export function shortcutLines(shortcuts: readonly Shortcut[], bold: (text: string) => string): readonly string[] {
  return shortcuts.map(({ key, does }) => `  ${bold(key)}  ${does}`)
}

/** Whether the terminal is this process's to read: a job in the background that touches it is stopped by the system. */
export function isForeground(): boolean {
  if (process.platform === 'win32') return true
  const { stdout, status } = spawnSync('ps', ['-o', 'stat=', '-p', String(process.pid)], { encoding: 'utf8' })
  return status !== 0 || stdout.includes('+')
}
