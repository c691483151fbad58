/** A real tsserver over stdio, as an editor drives it. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export const NODE_MODULES = resolve(import.meta.dirname, '../../../node_modules')

/** The servers that load plugins, by their version. */
export const SERVERS: readonly (readonly [version: string, folder: string])[] = [
  ['5.9', '@typescript/five'],
  ['6.0', '@typescript/old'],
]

export interface Place {
  /** From 1. */
  readonly line: number
  readonly offset: number
}

export interface ShownDiagnostic {
  readonly start: Place
  readonly end: Place
  readonly text: string
  readonly code: number
  readonly category: string
  readonly source?: string
  readonly relatedInformation?: readonly {
    readonly message: string
    readonly span?: { readonly file: string; readonly start: Place }
  }[]
}

export interface CodeFix {
  readonly fixName: string
  readonly description: string
  readonly fixId?: string
  readonly changes: readonly FileChanges[]
}

export interface FileChanges {
  readonly fileName: string
  readonly textChanges: readonly { readonly start: Place; readonly end: Place; readonly newText: string }[]
}

export interface Server {
  /** Resolves with the body of the response; rejects if the server reports a failure. */
  ask<Body>(command: string, args: object | undefined): Promise<Body>
  /** Opens a file with this text instead of its content on disk. */
  open(file: string, text?: string): Promise<void>
  /** Replaces the whole text of an open file. */
  edit(file: string, text: string): Promise<void>
  /** Types into an open file: behind the first `after`, or else at the end. */
  insert(file: string, text: string, after?: string): Promise<void>
  close(file: string): Promise<void>
  /** Returns the problems that an editor shows for a file after an edit (`geterr`). */
  diagnostics(file: string): Promise<readonly ShownDiagnostic[]>
  /** Returns the current content of the server's log. */
  log(): string
  stop(): Promise<void>
}

export interface ServerOptions {
  /** Folder of TypeScript below `node_modules`. */
  readonly folder: string
  readonly verbosity?: 'terse' | 'normal' | 'verbose'
  /** Further flags of the server. Default: none. */
  readonly flags?: readonly string[]
}

interface Message {
  readonly type: string
  readonly event?: string
  readonly request_seq?: number
  readonly success?: boolean
  readonly message?: string
  readonly body?: unknown
}

export function startServer({ folder, verbosity = 'terse', flags: further = [] }: ServerOptions): Server {
  const logs = mkdtempSync(join(tmpdir(), 'fw-tsserver-'))
  const logFile = join(logs, 'server.txt')
  const flags = ['--disableAutomaticTypingAcquisition', '--logFile', logFile, '--logVerbosity', verbosity, ...further]
  const child = spawn(process.execPath, [join(NODE_MODULES, folder, 'lib/tsserver.js'), ...flags], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = new Promise<void>((done) => child.once('exit', () => done()))
  const answers = new Map<number, (message: Message) => void>()
  const shown = new Map<string, ShownDiagnostic[]>()
  const texts = new Map<string, string>()
  const receive = (message: Message): void => {
    if (message.type === 'response') answers.get(message.request_seq ?? -1)?.(message)
    if (message.event === 'requestCompleted')
      answers.get((message.body as { request_seq: number }).request_seq)?.({ ...message, success: true })
    if (!/^(?:syntax|semantic|suggestion)Diag$/.test(message.event ?? '')) return
    const { file, diagnostics } = message.body as { file: string; diagnostics: ShownDiagnostic[] }
    shown.set(file, [...(shown.get(file) ?? []), ...diagnostics])
  }
  child.stdout.on('data', readMessages(receive))
  let sequence = 0
  const send = (command: string, args: object | undefined): number => {
    sequence += 1
    child.stdin.write(`${JSON.stringify({ seq: sequence, type: 'request', command, arguments: args })}\n`)
    return sequence
  }
  const ask = async <Body>(command: string, args: object | undefined): Promise<Body> => {
    const seq = send(command, args)
    const answer = await new Promise<Message>((done) => answers.set(seq, done))
    answers.delete(seq)
    if (answer.success === false) throw new Error(answer.message)
    return answer.body as Body // the protocol's type for the command
  }
  return {
    ask,
    async open(file, text) {
      texts.set(file, text ?? readFileSync(file, 'utf8'))
      await ask('updateOpen', { openFiles: [{ file, fileContent: texts.get(file) }] })
    },
    async edit(file, text) {
      const end = endOf(texts.get(file) ?? '')
      texts.set(file, text)
      const textChanges = [{ start: { line: 1, offset: 1 }, end, newText: text }]
      await ask('updateOpen', { changedFiles: [{ fileName: file, textChanges }] })
    },
    async insert(file, text, after) {
      const before = texts.get(file) ?? ''
      const at = after === undefined ? endOf(before) : placeOf(before, after, after.length)
      const changes = [{ start: at, end: at, newText: text }]
      texts.set(file, applied(before, changes))
      await ask('updateOpen', { changedFiles: [{ fileName: file, textChanges: changes }] })
    },
    async close(file) {
      texts.delete(file)
      await ask('updateOpen', { closedFiles: [file] })
    },
    async diagnostics(file) {
      shown.delete(file)
      await ask('geterr', { files: [file], delay: 0 })
      return shown.get(file) ?? []
    },
    log: () => readFileSync(logFile, 'utf8'),
    async stop() {
      send('exit', {})
      await exited
      rmSync(logs, { recursive: true, force: true })
    },
  }
}

/** What follows the `Content-Length` headers of a stream. */
function readMessages(receive: (message: Message) => void): (chunk: Buffer) => void {
  let buffered = Buffer.alloc(0)
  return (chunk) => {
    buffered = Buffer.concat([buffered, chunk])
    for (;;) {
      const head = buffered.indexOf('\r\n\r\n')
      const length = Number(/Content-Length: (\d+)/.exec(buffered.subarray(0, head).toString())?.[1])
      if (head === -1 || buffered.length < head + 4 + length) return
      const text = buffered.subarray(head + 4, head + 4 + length).toString()
      buffered = buffered.subarray(head + 4 + length)
      receive(JSON.parse(text) as Message)
    }
  }
}

/** The place behind the last character. */
function endOf(text: string): Place {
  const lines = text.split('\n')
  return { line: lines.length, offset: (lines.at(-1) ?? '').length + 1 }
}

/** Returns the position of the character at this offset of `text`. */
export function placeAt(text: string, offset: number): Place {
  return endOf(text.slice(0, offset))
}

/** Where `needle` begins in `text`, and `skip` characters further. */
export function placeOf(text: string, needle: string, skip = 0): Place {
  const at = text.indexOf(needle)
  if (at === -1) throw new Error(`The text does not contain "${needle}".`)
  return endOf(text.slice(0, at + skip))
}

/** A text after the changes that the server proposes for it. */
export function applied(text: string, changes: FileChanges['textChanges']): string {
  const offset = ({ line, offset }: Place) =>
    text
      .split('\n')
      .slice(0, line - 1)
      .reduce((sum, one) => sum + one.length + 1, offset - 1)
  return [...changes]
    .sort((left, right) => offset(right.start) - offset(left.start))
    .reduce(
      (result, { start, end, newText }) => result.slice(0, offset(start)) + newText + result.slice(offset(end)),
      text,
    )
}
