/** Output of commands: results to stdout, everything else to stderr. Control sequences are escaped. */
import { createInterface } from 'node:readline'
import type { ReadStream, WriteStream } from 'node:tty'
import { createColors } from 'picocolors'
import { terminalText } from './printable-text.ts'

type Colors = ReturnType<typeof createColors>

/** Members of `process` that a command uses. */
export interface Terminal {
  readonly stdin: NodeJS.ReadStream & Partial<Pick<ReadStream, 'isTTY'>>
  readonly stdout: NodeJS.WriteStream & Partial<Pick<WriteStream, 'isTTY'>>
  readonly stderr: NodeJS.WriteStream & Partial<Pick<WriteStream, 'isTTY'>>
  readonly env: Readonly<Record<string, string | undefined>>
}

export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether the command can prompt: both stdin and stderr are terminals. */
  readonly interactive: boolean
  /** Whether stdout is a terminal. */
  readonly onTerminal: boolean
  /** Colors for stderr and for stdout. They have no effect with NO_COLOR or on a pipe. */
  readonly errorColors: Colors
  readonly resultColors: Colors
  /** Prints a result with a final line break. */
  result(text: string): void
  /** Prints a line about the progress of a command. */
  note(line: string): void
  /** Prints the current action: overwritten in place on a terminal, as a plain line elsewhere. */
  progress(line: string): void
  /** Clears the screen and scrollback of the terminal. */
  clearScreen(): void
  /** Prompts for a line. Resolves to `undefined` at the end of the input or on Ctrl-C. */
  ask(question: string): Promise<string | undefined>
  /** Reads stdin to its end; in a terminal, up to Ctrl-D. The command can't prompt afterwards. */
  readInput(): AsyncIterable<Uint8Array>
  /** Redirects later writes to `process.stdout`, also by the app, to stderr. `result` still prints to stdout. */
  claimStdout(): void
}

/** Creates the input and output of one command. */
export function createIo(terminal: Terminal): Io {
  const { stdin, stdout, stderr, env } = terminal
  const write = stdout.write.bind(stdout)
  const live = stderr.isTTY === true && env.TERM !== 'dumb'
  let pending = false
  let ended = false
  const clear = () => {
    if (pending) stderr.write('\r\u001b[2K')
    pending = false
  }
  return {
    env,
    get interactive() {
      return stdin.isTTY === true && stderr.isTTY === true && !ended
    },
    onTerminal: stdout.isTTY === true,
    errorColors: createColors(useColor(stderr, env)),
    resultColors: createColors(useColor(stdout, env)),
    result(text) {
      clear()
      // A program reads piped output, so it is not changed.
      write(`${stdout.isTTY === true ? terminalText(text) : text}\n`)
    },
    note(line) {
      clear()
      stderr.write(`${terminalText(line)}\n`)
    },
    progress(line) {
      clear()
      stderr.write(live ? terminalText(line) : `${terminalText(line)}\n`)
      pending = live
    },
    clearScreen() {
      pending = false
      stderr.write('\u001b[2J\u001b[3J\u001b[H')
    },
    ask(question) {
      clear()
      return askLine(stdin, stderr, terminalText(question))
    },
    readInput() {
      ended = true
      if (stdin.isTTY === true) this.note('Reading from the terminal. Press Ctrl-D to finish.')
      return stdin
    },
    claimStdout() {
      stdout.write = (...chunk: unknown[]) => {
        clear()
        return Reflect.apply(stderr.write, stderr, chunk)
      }
    },
  }
}

function useColor(stream: { readonly isTTY?: boolean }, env: Terminal['env']): boolean {
  return stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'
}

function askLine(stdin: Terminal['stdin'], stderr: Terminal['stderr'], question: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    // Not readline's terminal mode, so that the line is read as typed and Ctrl-C stays a signal.
    const lines = createInterface({ input: stdin, terminal: false })
    const finish = (line: string | undefined) => {
      process.removeListener('SIGINT', onInterrupt)
      resolve(line)
      lines.close()
    }
    const onInterrupt = () => {
      stderr.write('\n')
      finish(undefined)
    }
    process.on('SIGINT', onInterrupt)
    lines.once('line', finish)
    lines.once('close', () => finish(undefined))
    stderr.write(question)
  })
}
