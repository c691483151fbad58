/** A terminal that keeps what was typed and what came of it, as Markdown that reads like a session. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { ServedApp } from './served-app.ts'

interface Outcome {
  /** Both streams, as on a screen, without colours. */
  readonly text: string
  readonly code: number | NodeJS.Signals
}

interface Part {
  /** Language of a block; empty for what stands between them. */
  readonly kind: string
  readonly text: string
}

export class Terminal {
  /** Absolute. */
  folder: string
  readonly #env: NodeJS.ProcessEnv
  readonly #replace: (text: string) => string
  readonly #parts: Part[] = []

  /** `replace` takes out what is different each time. */
  constructor(folder: string, env: NodeJS.ProcessEnv, replace: (text: string) => string) {
    this.folder = folder
    this.#env = env
    this.#replace = replace
  }

  /** Markdown between what is typed: headings and sentences. */
  say(text: string): void {
    this.#parts.push({ kind: '', text })
  }

  /** What is printed or asked. It is one block with what is printed before, where nothing stands between. */
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

  /** Runs a line in a shell until it ends. */
  async run(line: string): Promise<void> {
    this.print(`$ ${line}\n${told(await this.#start(line).ended)}`)
  }

  /** Runs a line that serves, and ends it with Ctrl-C after `use`. */
  async serve(line: string, use: (app: ServedApp) => Promise<void>): Promise<void> {
    const { child, ended, printed } = this.#start(line)
    try {
      const origin = await listening(printed, ended)
      const before = printed()
      this.print(`$ ${line}\n${before}`)
      await use(new ServedApp(origin, this))
      interrupt(child)
      const { text, code } = await ended
      this.print(`^C\n${told({ text: text.slice(before.length), code })}`)
    } finally {
      interrupt(child)
    }
  }

  /** Runs a line in a second terminal. `3000` in it is the port of a server. */
  async runBeside(line: string, port: string): Promise<void> {
    this.print(`$ ${line}\n${told(await this.#start(line.replaceAll('3000', port)).ended)}`)
  }

  /** A new file, whole. */
  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.folder, file)), { recursive: true })
    writeFileSync(join(this.folder, file), text)
    this.say(`\`${file}\` is new:`)
    this.#parts.push({ kind: 'ts', text: text.trimEnd() })
  }

  /** Replaces one place of a file. Throws when it is not there. */
  edit(file: string, from: string, to: string): void {
    const text = readFileSync(join(this.folder, file), 'utf8')
    if (!text.includes(from)) throw new Error(`${file} has no ${JSON.stringify(from)}`)
    writeFileSync(join(this.folder, file), text.replace(from, to))
    this.say(`\`${file}\` is edited:`)
    this.#parts.push({ kind: 'diff', text: [...prefixed('- ', from), ...prefixed('+ ', to)].join('\n') })
  }

  /** All of it. */
  text(): string {
    return `${this.#parts.map(({ kind, text }) => (kind === '' ? text : fenced(kind, text))).join('\n\n')}\n`
  }

  #start(line: string) {
    // A group of its own: Ctrl-C reaches all that it has started. The shell itself waits for what they make of it.
    const child = spawn('sh', ['-c', `exec 2>&1\ntrap : INT\n${line}\nexit $?`], {
      cwd: this.folder,
      env: this.#env,
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    const printed = () => stripVTControlCharacters(text)
    const ended = new Promise<Outcome>((done, fail) => {
      child.once('error', fail)
      child.once('close', (code, signal) => done({ text: printed(), code: code ?? signal ?? -1 }))
    })
    return { child, ended, printed }
  }
}

/** Where it listens, once it has printed all that it prints about that. */
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

/** Ctrl-C. */
function interrupt({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGINT')
}

function told({ text, code }: Outcome): string {
  return code === 0 ? text : `${text.trimEnd()}\n[exit ${code}]`
}

function prefixed(sign: string, text: string): readonly string[] {
  return text.split('\n').map((line) => (sign + line).trimEnd())
}

/** Four marks: what commands print is Markdown at times. */
function fenced(kind: string, text: string): string {
  return `\`\`\`\`${kind}\n${text}\n\`\`\`\``
}
