/** How the words of a command line come from a shell, and how what fits goes back: a candidate a line. */
import { printableText } from '../printable.ts'
import { type Completion, FILES } from './complete.ts'
import type { Shell } from './scripts.ts'

/** The words of a command line up to the cursor. bash breaks words at `=`, `@` and `:`: it hands over the line itself. */
export function wordsFrom(shell: Shell, args: readonly string[]): readonly string[] {
  const words = shell === 'bash' ? splitLine(args[0] ?? '') : args
  // `NAME=value` before the command is no part of it.
  const first = words.findIndex((word) => !/^\w+=/.test(word))
  return words.slice(Math.max(0, first))
}

/** Words as a shell makes them of quotes and backslashes; the last one may be empty, or not closed. */
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

/** `:files`, or a line for each candidate: `value<TAB>description`. For bash the word that they complete comes first. */
export function printCompletion(shell: Shell, word: string, found: Completion): string {
  if (found === FILES) return ':files'
  const lines = found.map(({ value, description = '' }) => {
    const text = oneLine(description)
    return text === '' || shell === 'bash' ? value : `${value}\t${text}`
  })
  return (shell === 'bash' ? [word, ...lines] : lines).join('\n')
}

const MOST = 80

/** The first line, shortened: descriptions are prose of the app. */
function oneLine(text: string): string {
  const [line = ''] = printableText(text).split('\n')
  const plain = line.replaceAll('\t', ' ').trim()
  return plain.length > MOST ? `${plain.slice(0, MOST - 1)}…` : plain
}
