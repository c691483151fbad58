/** Values of flags that stand somewhere else: `@file` is the text of a file, `-` and `@-` what is piped in. */
import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { CliError } from '../fail.ts'
import type { ReadText } from '../flags.ts'
import type { Io } from '../io.ts'
import { printableText } from '../printable.ts'

/** What `fw run <tool> --help` says about it. */
export const READ_TEXT_HELP = [
  'A value may stand elsewhere: @letter.txt is the text of that file, - is what is piped in.',
  'A text that begins with @ is written with two: @@someone.',
].join('\n')

export interface ReadTextOptions {
  /** Where relative files are. */
  readonly cwd: string
  /** Of one file, or of the input. */
  readonly maxBytes: number
}

/** A reader for the values of one call; the input is read once. Rejects with `CliError` `bad_argument`. */
export function createReadText(io: Pick<Io, 'readInput'>, { cwd, maxBytes }: ReadTextOptions): ReadText {
  let reader: string | undefined
  return async (flag, written) => {
    if (written === '-' || written === '@-') {
      if (reader !== undefined)
        throw badValue(flag, `the input was already read for --${reader}.`, 'Put one of the two into a file: @file.')
      reader = flag
      return readUtf8(flag, 'the input', io.readInput(), maxBytes)
    }
    if (written.startsWith('@@')) return written.slice(1)
    if (!written.startsWith('@')) return written
    const file = written.slice(1)
    if (file === '')
      throw badValue(flag, '"@" names no file.', 'Write @letter.txt for a file, or @@ for a text that begins with @.')
    // A stream: a file may be a pipe of the shell, whose size nobody knows.
    return readUtf8(flag, printableText(file), createReadStream(resolve(cwd, file)), maxBytes)
  }
}

async function readUtf8(
  flag: string,
  name: string,
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of bytes) {
      size += chunk.byteLength
      if (size > maxBytes) break
      chunks.push(chunk)
    }
  } catch (error) {
    throw unreadable(flag, name, error)
  }
  if (size > maxBytes)
    throw badValue(flag, `${name} is larger than the ${maxBytes} bytes that the app takes (maxBodyBytes).`)
  const text = decode(Buffer.concat(chunks))
  if (text === undefined)
    throw badValue(flag, `${name} is no text in UTF-8.`, 'Save it as UTF-8, or choose a text file.')
  return text
}

/** Without a byte order mark. Bytes of 0 are valid UTF-8, and no text has them. */
function decode(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  ENOTDIR: 'is not there',
  EISDIR: 'is a folder',
  EACCES: 'may not be read',
}

function unreadable(flag: string, name: string, error: unknown): CliError {
  const { code = '', message } = error as NodeJS.ErrnoException // Node's streams reject with nothing else
  const reason = REASONS[code] ?? `cannot be read: ${message}`
  return badValue(flag, `the file ${name} ${reason}.`, `For a text that begins with @, write two: --${flag} @@${name}`)
}

function badValue(flag: string, what: string, fix?: string): CliError {
  return new CliError({ code: 'bad_argument', title: `--${flag}: ${what}`, ...(fix !== undefined && { fix }) })
}
