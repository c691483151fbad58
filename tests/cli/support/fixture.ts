/** A copy of an app in a folder of its own, with the repository's packages, and `fw` as its user runs it. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { spawn as spawnPty } from '@lydell/node-pty'

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url))
const FW = join(REPOSITORY, 'cli/bin/fw.js')

export interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface AppCopy {
  readonly root: string
  /** Runs `fw` through pipes. */
  fw(...args: string[]): Promise<Outcome>
  /** Runs `fw` in a pseudo-terminal; types `answer` when `question` shows up. Both streams arrive as one text. */
  fwInTerminal(args: readonly string[], question?: RegExp, answer?: string): Promise<{ code: number; text: string }>
  /** Returns the text of a file of the app; empty for a missing file. */
  read(file: string): string
  write(file: string, text: string): void
  remove(): void
}

/** A server command that runs. */
export interface Running {
  readonly url: string
  readonly pid: number
  /** Returns its output on stderr so far. */
  log(): string
  /** Sends a signal and waits for the end. */
  stop(signal: NodeJS.Signals): Promise<Outcome>
  /** Stops reading its output, like a closed terminal, and waits for its end. */
  leave(): Promise<Outcome>
}

/** Starts `fw dev` or `fw start` in a folder and waits until it listens. `program` is the runtime; default this Node. */
export function startFw(
  cwd: string,
  args: readonly string[],
  env: Record<string, string> = {},
  program = process.execPath,
): Promise<Running> {
  const child = spawn(program, [FW, ...args], { cwd, env: { ...environment(), ...env } })
  const ended = outcomeOf(child)
  return new Promise((done, fail) => {
    let text = ''
    let log = ''
    child.stderr.on('data', (chunk: string) => {
      log += chunk
    })
    child.stdout.on('data', (chunk: string) => {
      text += chunk
      const url = /^Listening on (\S+)$/m.exec(text)?.[1]
      const stop = (signal: NodeJS.Signals) => {
        child.kill(signal)
        return ended
      }
      const leave = () => {
        child.stdout.destroy()
        child.stderr.destroy()
        return ended
      }
      if (url !== undefined) done({ url, pid: child.pid ?? 0, log: () => log, stop, leave })
    })
    ended.then(({ code, stderr }) => fail(new Error(`fw ended with ${code}: ${stderr}`)), fail)
  })
}

/** A folder with the repository's packages, as an install would have made it. */
export function linkPackages(root: string): void {
  symlinkSync(join(REPOSITORY, 'node_modules'), join(root, 'node_modules'))
}

/** Copies `tests/cli/apps/<name>`. */
export function copyApp(name: string): AppCopy {
  const root = mkdtempSync(join(tmpdir(), `fw-${name}-`))
  cpSync(resolve(REPOSITORY, 'tests/cli/apps', name), root, { recursive: true })
  linkPackages(root)
  return {
    root,
    fw: (...args) => runFw(root, args),
    fwInTerminal: (args, question, answer) => runInTerminal(root, args, question, answer),
    read: (file) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : ''),
    write: (file, text) => writeFileSync(join(root, file), text),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

function environment(): Record<string, string> {
  const {
    NODE_OPTIONS: _options,
    VITEST: _vitest,
    NODE_ENV: _mode,
    PORT: _port,
    NO_COLOR: _color,
    ...rest
  } = process.env
  return rest as Record<string, string> // process.env holds strings
}

/** Runs `fw` in a folder, through pipes; `input` waits on its stdin, which by default is a `y`. */
export function runFw(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = 'y\n',
): Promise<Outcome> {
  const child = spawn(process.execPath, [FW, ...args], { cwd, env: { ...environment(), ...env } })
  child.stdin.end(input)
  return outcomeOf(child)
}

function outcomeOf(child: ChildProcessWithoutNullStreams): Promise<Outcome> {
  return new Promise((done, fail) => {
    let [stdout, stderr] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    child.on('error', fail)
    child.on('close', (code) => done({ code: code ?? -1, stdout, stderr }))
  })
}

/** Runs `fw` in a pseudo-terminal; types `answer` when `question` shows up. Both streams arrive as one text. */
export function runInTerminal(
  cwd: string,
  args: readonly string[],
  question?: RegExp,
  answer?: string,
): Promise<{ code: number; text: string }> {
  return new Promise((done) => {
    const terminal = spawnPty(process.execPath, [FW, ...args], { cwd, env: environment(), cols: 200, rows: 40 })
    let text = ''
    let asked = false
    terminal.onData((chunk) => {
      text += chunk
      if (asked || question === undefined || !question.test(text)) return
      asked = true
      terminal.write(answer ?? '')
    })
    terminal.onExit(({ exitCode }) => done({ code: exitCode, text }))
  })
}

/** A command that runs in a pseudo-terminal. */
export interface OpenTerminal {
  /** Returns the output so far, without colors. */
  text(): string
  raw(): string
  /** Types a text, which arrives in one piece. */
  type(keys: string): Promise<void>
  /** Resolves when the text matches. Throws when it does not in 20 seconds, or the command ends. */
  until(pattern: RegExp): Promise<void>
  /** The exit code. */
  readonly ended: Promise<number>
}

/** Starts `fw` in a pseudo-terminal, for keys that are typed while it runs. */
export function openTerminal(cwd: string, args: readonly string[], env: Record<string, string> = {}): OpenTerminal {
  const terminal = spawnPty(process.execPath, [FW, ...args], {
    cwd,
    env: { ...environment(), ...env },
    cols: 200,
    rows: 40,
  })
  let raw = ''
  terminal.onData((chunk) => {
    raw += chunk
  })
  const text = () => stripVTControlCharacters(raw).replaceAll('\r', '')
  let over = false
  const ended = new Promise<number>((done) => {
    terminal.onExit(({ exitCode }) => {
      over = true
      done(exitCode)
    })
  })
  return {
    text,
    raw: () => raw,
    type(keys) {
      terminal.write(keys)
      return new Promise((done) => setTimeout(done, 100))
    },
    async until(pattern) {
      for (const deadline = Date.now() + 20_000; !pattern.test(text()); ) {
        if (over || Date.now() > deadline) throw new Error(`${pattern} does not show in:\n${text()}`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    ended,
  }
}

/**
 * Types into a bash of its own in a folder, with `fw` on its path: a text, or a text and what has to stand in the terminal
 * before the next is typed. Ends it and returns everything that the terminal has shown.
 */
export function typeInBash(
  cwd: string,
  steps: readonly (string | readonly [typed: string, shown: string])[],
): Promise<{ readonly text: string }> {
  const path = `${join(REPOSITORY, 'node_modules/.bin')}:${environment().PATH}`
  const env = { ...environment(), PATH: path, PS1: '> ', TERM: 'dumb', INPUTRC: '/dev/null', HISTFILE: '' }
  return new Promise((done, fail) => {
    const terminal = spawnPty('bash', ['--norc', '--noprofile', '-i'], { cwd, env, cols: 400, rows: 40 })
    const waiting = [...steps]
    let text = ''
    let seen = 0
    let awaited = '> '
    const timer = setTimeout(() => fail(new Error(`bash does not show "${awaited}": ${text.slice(seen)}`)), 60_000)
    terminal.onData((chunk) => {
      text += chunk
      const at = text.indexOf(awaited, seen)
      if (at === -1) return
      seen = at + awaited.length
      const step = waiting.shift() ?? 'exit\r'
      awaited = typeof step === 'string' ? '> ' : step[1]
      terminal.write(typeof step === 'string' ? step : step[0])
    })
    terminal.onExit(() => {
      clearTimeout(timer)
      done({ text })
    })
  })
}
