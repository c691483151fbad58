/** Where output goes: results to stdout, everything else to stderr (spec: run rules, 5). Nothing in it steers a terminal. */
import { createInterface } from 'node:readline'
import type { ReadStream, WriteStream } from 'node:tty'
import { createColors } from 'picocolors'
import { terminalText } from './printable.ts'

type Colors = ReturnType<typeof createColors>

/** The parts of `process` that a command touches. */
export interface Terminal {
  readonly stdin: NodeJS.ReadStream & Partial<Pick<ReadStream, 'isTTY'>>
  readonly stdout: NodeJS.WriteStream & Partial<Pick<WriteStream, 'isTTY'>>
  readonly stderr: NodeJS.WriteStream & Partial<Pick<WriteStream, 'isTTY'>>
  readonly env: Readonly<Record<string, string | undefined>>
}

export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>
  /** A person can be asked: both the question and the answer go through a terminal. */
  readonly interactive: boolean
  /** Results are read by a person at a terminal. */
  readonly onTerminal: boolean
  /** Colours for stderr and for stdout; they do nothing under NO_COLOR and on a pipe. */
  readonly errorColors: Colors
  readonly resultColors: Colors
  /** A result, ended with a line break. */
  result(text: string): void
  /** A line about what happens. */
  note(line: string): void
  /** What is being done now: overwritten in place on a terminal, a plain line elsewhere. */
  progress(line: string): void
  /** Empties the screen of the terminal, and what it keeps above it. */
  clearScreen(): void
  /** The line that a person types; undefined when they end the input or press Ctrl-C. */
  ask(question: string): Promise<string | undefined>
  /** What is piped in, to its end; on a terminal what is typed, up to Ctrl-D. Nobody can be asked after that. */
  readInput(): AsyncIterable<Uint8Array>
  /** From now on whatever writes to `process.stdout`, the app included, ends up on stderr; `result` does not. */
  claimStdout(): void
}

/** The input and output of one command. */
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
      // A program reads what is piped, and gets it unchanged.
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
      if (stdin.isTTY === true) this.note('Reading the terminal. Ctrl-D ends the text.')
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
    // Not readline's own terminal mode: the line arrives as it was typed, and Ctrl-C stays a signal.
    const lines = createInterface({ input: stdin, terminal: false })
    const finish = (line: string | undefined) => {
      process.removeListener('SIGINT', interrupted)
      resolve(line)
      lines.close()
    }
    const interrupted = () => {
      stderr.write('\n')
      finish(undefined)
    }
    process.on('SIGINT', interrupted)
    lines.once('line', finish)
    lines.once('close', () => finish(undefined))
    stderr.write(question)
  })
}
