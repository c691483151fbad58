/** The exchange with a shell: parses the command line that it passes, and formats candidates, one per line. */
import { printableText } from '../printable-text.ts'
import { type Completion, FILES } from './complete.ts'
import type { Shell } from './scripts.ts'

/**
 * Returns the words of a command line up to the cursor. bash breaks words at `=`, `@` and `:`, so it passes the whole
 * line.
 */
export function readWords(shell: Shell, args: readonly string[]): readonly string[] {
  const words = shell === 'bash' ? splitLine(args[0] ?? '') : args
  // Skip `NAME=value` assignments before the command.
  const first = words.findIndex((word) => !/^\w+=/.test(word))
  return words.slice(Math.max(0, first))
}

/** Splits a line at quotes and backslashes as a shell does. The last word may be empty or have an open quote. */
export function splitLine(line: string): readonly string[] {
  const words: string[] = []
  let word = ''
  let quote = ''
  let isOpen = false
  for (let index = 0; index < line.length; index++) {
    const letter = line[index] ?? ''
    if (quote === '' && /\s/.test(letter)) {
      if (isOpen) words.push(word)
      word = ''
      isOpen = false
      continue
    }
    isOpen = true
    if (letter === quote) quote = ''
    else if (quote === '' && (letter === '"' || letter === "'")) quote = letter
    else if (letter === '\\' && quote !== "'") {
      index += 1
      word += line[index] ?? ''
    } else word += letter
  }
  return [...words, word]
}

/** Formats candidates: `:files`, or `value<TAB>description` lines. For bash, the first line is the word to complete. */
export function printCompletion(shell: Shell, word: string, found: Completion): string {
  if (found === FILES) return ':files'
  const lines = found.map(({ value, description = '' }) => {
    const text = toShortLine(description)
    return text === '' || shell === 'bash' ? value : `${value}\t${text}`
  })
  return (shell === 'bash' ? [word, ...lines] : lines).join('\n')
}

const MAX_DESCRIPTION = 80

/** Returns the shortened first line of a description. */
function toShortLine(text: string): string {
  const [line = ''] = printableText(text).split('\n')
  const plain = line.replaceAll('\t', ' ').trim()
  return plain.length > MAX_DESCRIPTION ? `${plain.slice(0, MAX_DESCRIPTION - 1)}…` : plain
}
