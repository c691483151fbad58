/** Reads flag values from files and stdin: `@file` is the content of a file, `-` and `@-` are stdin. */
import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { CliError } from '../cli-error.ts'
import type { ReadText } from '../flags.ts'
import type { Io } from '../io.ts'
import { printableText } from '../printable-text.ts'

/** Lines about it in `fw run <tool> --help`. */
export const READ_TEXT_HELP = [
  'Values can come from elsewhere: @letter.txt reads a file, - reads stdin.',
  'To pass a value that begins with @, double it: @@someone.',
].join('\n')

interface ReadTextOptions {
  /** Base folder of relative paths. */
  readonly cwd: string
  /** Size limit in bytes, for each file and for stdin. */
  readonly maxBytes: number
}

/** Creates a reader for the values of one call. Stdin is read once. Rejects with `CliError` `bad_argument`. */
export function createReadText(io: Pick<Io, 'readInput'>, { cwd, maxBytes }: ReadTextOptions): ReadText {
  let reader: string | undefined
  return async (flag, written) => {
    if (written === '-' || written === '@-') {
      if (reader !== undefined)
        throw createValueError(flag, `stdin was already read for --${reader}.`, 'Pass one of the two as a file: @file.')
      reader = flag
      return readUtf8(flag, 'stdin', io.readInput(), maxBytes)
    }
    if (written.startsWith('@@')) return written.slice(1)
    if (!written.startsWith('@')) return written
    const file = written.slice(1)
    if (file === '')
      throw createValueError(
        flag,
        '"@" has no file name.',
        'Write @letter.txt for a file, or @@ for a value that begins with @.',
      )
    // Read a stream, because a file may be a pipe of unknown size.
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
    throw createReadError(flag, name, error)
  }
  if (size > maxBytes) throw createValueError(flag, `${name} exceeds the limit of ${maxBytes} bytes (maxBodyBytes).`)
  const text = decode(Buffer.concat(chunks))
  if (text === undefined)
    throw createValueError(flag, `${name} is not valid UTF-8 text.`, 'Save it as UTF-8, or choose a text file.')
  return text
}

/** Decodes UTF-8 without its byte order mark. Zero bytes are valid UTF-8, but don't occur in text files. */
function decode(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EISDIR: 'is a folder',
  EACCES: 'is not readable',
}

function createReadError(flag: string, name: string, error: unknown): CliError {
  const { code = '', message } = error as NodeJS.ErrnoException // Node's streams reject with nothing else
  const reason = REASONS[code] ?? `cannot be read: ${message}`
  return createValueError(
    flag,
    `the file ${name} ${reason}.`,
    `To pass a value that begins with @, double it: --${flag} @@${name}`,
  )
}

function createValueError(flag: string, what: string, fix?: string): CliError {
  return new CliError({ code: 'bad_argument', title: `--${flag}: ${what}`, ...(fix !== undefined && { fix }) })
}
