/** A terminal that records commands and their output as Markdown, in the form of a shell session. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Outcome, RootProcess } from './clean-root.ts'
import { ServedApp } from './served-app.ts'

/** Where a terminal runs its commands. */
export interface Machine {
  /** Home of the user, a folder of this machine. */
  readonly home: string
  /** Starts a command of a shell. `folder`: a folder of this machine, which the other one has, too. */
  start(line: string, folder: string): RootProcess
}

interface Part {
  /** Language of a block; empty for text between blocks. */
  readonly kind: string
  readonly text: string
}

export class Terminal {
  /** Absolute. */
  folder: string
  /** Another one can be used from a command on. */
  machine: Machine
  readonly #replace: (text: string) => string
  readonly #parts: Part[] = []

  /** `replace` replaces values that differ between runs. */
  constructor(folder: string, machine: Machine, replace: (text: string) => string) {
    this.folder = folder
    this.machine = machine
    this.#replace = replace
  }

  /** Adds Markdown between commands: headings and sentences. */
  say(text: string): void {
    this.#parts.push({ kind: '', text })
  }

  /** Adds output or a prompt. Merges it with the previous output unless there is text between them. */
  print(text: string): void {
    const last = this.#parts.at(-1)
    const printed = this.#replace(text)
    if (last?.kind !== 'console') this.#parts.push({ kind: 'console', text: printed })
    else this.#parts[this.#parts.length - 1] = { kind: 'console', text: `${last.text}\n\n${printed}` }
  }

  enter(folder: string): void {
    this.folder = join(this.folder, folder)
    this.print(`$ cd ${folder}`)
  }

  /** Runs a command in a shell until it ends. Returns its exit code. */
  async run(line: string): Promise<Outcome['code']> {
    const outcome = await this.#start(line).ended
    this.print(`$ ${line}\n${told(outcome)}`)
    return outcome.code
  }

  /** Runs a command that serves, and stops it after `use`: with Ctrl-C, or with SIGTERM. Returns its exit code. */
  async serve(
    line: string,
    use: (app: ServedApp) => Promise<void>,
    signal: 'SIGINT' | 'SIGTERM' = 'SIGINT',
  ): Promise<Outcome['code']> {
    const { ended, printed, interrupt } = this.#start(line)
    try {
      const origin = await listening(printed, ended)
      const before = printed()
      this.print(`$ ${line}\n${before}`)
      await use(new ServedApp(origin, this))
      interrupt(signal)
      const { text, code } = await ended
      this.print(`${signal === 'SIGINT' ? '^C' : `[${signal}]`}\n${told({ text: text.slice(before.length), code })}`)
      return code
    } finally {
      interrupt()
    }
  }

  /** Runs a command in a second terminal. `3000` in it is replaced with the port of a server. */
  async runBeside(line: string, port: string): Promise<void> {
    this.print(`$ ${line}\n${told(await this.#start(line.replaceAll('3000', port)).ended)}`)
  }

  /** Writes a new file. */
  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.folder, file)), { recursive: true })
    writeFileSync(join(this.folder, file), text)
    this.say(`\`${file}\` is new:`)
    this.#parts.push({ kind: 'ts', text: text.trimEnd() })
  }

  /** Replaces one string in a file. Throws if the file doesn't contain it. */
  edit(file: string, from: string, to: string): void {
    const text = readFileSync(join(this.folder, file), 'utf8')
    if (!text.includes(from)) throw new Error(`${file} has no ${JSON.stringify(from)}`)
    writeFileSync(join(this.folder, file), text.replace(from, to))
    this.say(`\`${file}\` is edited:`)
    this.#parts.push({ kind: 'diff', text: [...prefixed('- ', from), ...prefixed('+ ', to)].join('\n') })
  }

  /** Returns the whole transcript. */
  text(): string {
    return `${this.#parts.map(({ kind, text }) => (kind === '' ? text : fenced(kind, text))).join('\n\n')}\n`
  }

  #start(line: string): RootProcess {
    return this.machine.start(line, this.folder)
  }
}

/** Returns the URL of the server, once it has printed its whole start message. */
async function listening(printed: () => string, ended: Promise<Outcome>): Promise<string> {
  let end: Outcome | undefined
  ended.then((outcome) => {
    end = outcome
  })
  for (let seen = -1; ; seen = printed().length) {
    await pause(300)
    if (end !== undefined) throw new Error(`It ended with ${end.code}:\n${end.text}`)
    const url = /\bhttp:\/\/(?:127\.0\.0\.1|localhost):(\d+)/.exec(printed())
    if (url !== null && printed().length === seen) return `http://127.0.0.1:${url[1]}`
  }
}

function told({ text, code }: Outcome): string {
  return code === 0 ? text : `${text.trimEnd()}\n[exit ${code}]`
}

function prefixed(sign: string, text: string): readonly string[] {
  return text.split('\n').map((line) => (sign + line).trimEnd())
}

/** Uses a fence of four backticks, because some commands print Markdown. */
function fenced(kind: string, text: string): string {
  return `\`\`\`\`${kind}\n${text}\n\`\`\`\``
}
