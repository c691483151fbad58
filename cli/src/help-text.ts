/** Lays out the help of commands: clipanion pads columns before the values of options have their names, and wraps at 80. */
import { stripVTControlCharacters } from 'node:util'

/** Columns of prose, as in clipanion, on a wide terminal. */
const PROSE_COLUMNS = 80
/** On a narrower terminal, lines are wrapped as if it had this width. */
const MIN_COLUMNS = 20
/** Columns that a description needs beside its option; with fewer, it begins on the next line. */
const MIN_DESCRIPTION = 24

/** Aligns the descriptions of options, and wraps all lines at `columns`; without `columns` only prose is wrapped. */
export function layoutHelp(usage: string, columns: number | undefined): string {
  const width = columns === undefined || columns === 0 ? Number.POSITIVE_INFINITY : Math.max(columns, MIN_COLUMNS)
  const lines = joinProse(nameArguments(usage).split('\n'))
  const rows = lines.map(readRow)
  const names = Math.max(0, ...rows.map((row) => (row === undefined ? 0 : measure(row.name))))
  return lines
    .flatMap((line, index) => {
      const row = rows[index]
      return row === undefined ? wrapLine(line, width) : layoutRow(row, names, width)
    })
    .join('\n')
}

interface Row {
  readonly name: string
  readonly description: string
}

/** Lays out a row of a table with two columns, the first of which has `names` columns. */
export function layoutRow({ name, description }: Row, names: number, width: number): readonly string[] {
  const indent = names + 4
  const isNarrow = width - indent < MIN_DESCRIPTION
  const lines = wrapWords(description, width - (isNarrow ? 6 : indent))
  const below = ' '.repeat(isNarrow ? 6 : indent)
  const padded = `  ${name}${' '.repeat(names - measure(name))}`
  if (isNarrow) return [`  ${name}`, ...lines.map((line) => `${below}${line}`)]
  return lines.map((line, index) => (index === 0 ? `${padded}  ${line}`.trimEnd() : `${below}${line}`))
}

/** Replaces `#0`, clipanion's name of every option value. */
export function nameArguments(usage: string): string {
  return usage.replace(/--([a-z-]+) #0/g, '--$1 <$1>')
}

/** An option and its description. A terminal gets the option in bold, with its padding. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a color is a control sequence
const ROW = /^ {2}((?:\u001b\[\d+m)?)(-.*?) *((?:\u001b\[\d+m)?) {2,}(\S.*)$/

/** Returns the option of a line such as `  --port <port>   Port to listen on.` */
function readRow(line: string): Row | undefined {
  const [, open = '', name = '', close = '', description] = ROW.exec(line) ?? []
  return description === undefined ? undefined : { name: `${open}${name}${close}`, description }
}

/** Joins the lines of each paragraph, which clipanion has cut. Lines with an indentation and headings stay. */
function joinProse(lines: readonly string[]): readonly string[] {
  const joined: string[] = []
  for (const line of lines) {
    const before = joined.at(-1)
    const isCut = before !== undefined && isProse(before) && isProse(line) && before.endsWith(' ')
    if (isCut) joined[joined.length - 1] = `${before}${line}`
    else joined.push(line)
  }
  return joined
}

function isProse(line: string): boolean {
  return line !== '' && !/^[ $━]/.test(stripVTControlCharacters(line))
}

/** Wraps a line with its own indentation. A command to copy stays one line. */
function wrapLine(line: string, width: number): readonly string[] {
  const [, indent = '', text = ''] = /^( *)(.*)$/.exec(line) ?? []
  if (text === '') return ['']
  if (line.includes(RULE)) return [measure(line) > width ? cutRule(line) : line]
  if (stripVTControlCharacters(text).startsWith('$ ')) return [line]
  const isCommand = indent !== '' && stripVTControlCharacters(text).startsWith('fw ')
  const limit = isProse(line) ? Math.min(width, PROSE_COLUMNS) : width
  return wrapWords(text, limit - indent.length - (isCommand ? 2 : 0)).map(
    (part, index) => `${indent}${isCommand && index > 0 ? '  ' : ''}${part}`,
  )
}

/** The line beside the headings of a terminal. */
const RULE = '━━━'

/** Returns a heading without the line after it. */
function cutRule(line: string): string {
  const [before = '', heading = ''] = line.split(RULE)
  return `${before}${RULE}${heading.trimEnd()}\u001b[0m`
}

/** Cuts a text at its spaces. A word that is too long has a line of its own. */
function wrapWords(text: string, width: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.trimEnd().split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && measure(last) + 1 + measure(word) <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

function measure(text: string): number {
  return stripVTControlCharacters(text).length
}
