/** The only import of SWC: parses an app's module to a syntax tree, with offsets in JavaScript strings. */
import { getMessage } from '@fw/runtime/contract'
import { type Module, parseSync } from '@swc/core'

interface ParsedModule {
  readonly body: Module['body']
  /** Converts a position of SWC to an offset in UTF-16 code units. SWC counts UTF-8 bytes from 1. */
  offset(position: number): number
}

/**
 * Parses TypeScript.
 *
 * @throws `SyntaxError` with SWC's own frame.
 */
export function parseModule(code: string, file: string): ParsedModule {
  const offset = byteOffsets(code)
  try {
    const { body } = parseSync(code, { syntax: 'typescript', tsx: /x$/.test(file), target: 'es2022' })
    return { body, offset: (position) => offset(position - 1) }
  } catch (error) {
    const text = getMessage(error)
    throw new SyntaxError(`${file}: ${text.split('\n\nCaused by')[0]?.trim() ?? text}`)
  }
}

function byteOffsets(code: string): (byte: number) => number {
  const bytes = Buffer.from(code)
  if (bytes.length === code.length) return (byte) => byte
  return (byte) => bytes.subarray(0, byte).toString().length
}
