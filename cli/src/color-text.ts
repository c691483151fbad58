/** Adds colors to the output of the compiler and the server: findings, code frames, stacks and log levels. */
import type { Io } from './io.ts'

/** Adds colors to each line. Returns the text unchanged without color support. */
export function colorText(text: string, colors: Io['errorColors']): string {
  if (!colors.isColorSupported) return text
  return text
    .split('\n')
    .map((line) => colorTextLine(line, colors))
    .join('\n')
}

function colorTextLine(line: string, { bold, cyan, dim, red, yellow }: Io['errorColors']): string {
  const levels: Readonly<Record<string, (text: string) => string>> = { error: red, warn: yellow, warning: yellow }
  const tint = (level: string) => levels[level] ?? bold
  const finding = /^(\S+:\d+:\d+ )?(error|warning) ([\w-]+): (.*)$/.exec(line)
  if (finding !== null) {
    const [, place = '', severity = '', code = '', title = ''] = finding
    return `${cyan(place)}${tint(severity)(severity)} ${dim(`${code}:`)} ${bold(title)}`
  }
  const level = /^(error|warn|warning)(:? .*)$/.exec(line)
  if (level !== null) return `${tint(level[1] ?? '')(level[1] ?? '')}${level[2]}`
  const marked = /^(\s*)>( *\d+ \|)(.*)$/.exec(line)
  if (marked !== null) return `${marked[1]}${red('>')}${dim(marked[2] ?? '')}${marked[3]}`
  const carets = /^(\s*\|\s*)(\^+)$/.exec(line)
  if (carets !== null) return `${dim(carets[1] ?? '')}${red(carets[2] ?? '')}`
  const gutter = /^(\s*\d+ \|)(.*)$/.exec(line)
  if (gutter !== null) return `${dim(gutter[1] ?? '')}${gutter[2]}`
  return /^\s+(?:at |… \d+ |See @fw\/)/.test(line) ? dim(line) : line
}
