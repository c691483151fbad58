/** Positions in a file: statements with their comments, whole lines, unused names, indentation. */
import { type Block, type CallExpression, Node, type SourceFile, SyntaxKind } from 'ts-morph'
import type { Span } from '../codemod.ts'
import { defaultImport } from './imports.ts'

/** Returns the start of the statement, including the comments directly above it. */
export function startWithComments(statement: Node): number {
  const text = statement.getSourceFile().getFullText()
  const start = statement.getStart(true)
  return start - (/(?:^|(?<=\n))(?:[ \t]*\/\/[^\n]*\n)+$/.exec(text.slice(0, start))?.[0].length ?? 0)
}

/** Returns the range of the statement with its comments, its line break, and a blank line above it. */
export function getStatementLines(statement: Node): Span {
  const text = statement.getSourceFile().getFullText()
  const own = startWithComments(statement)
  const start = own - (/(?:^|(?<=\n))[ \t]*$/.exec(text.slice(0, own))?.[0].length ?? 0)
  const blank = /\n([ \t]*\r?\n)$/.exec(text.slice(0, start))?.[1]?.length ?? 0
  const { end } = getOwnLines(statement)
  return { start: start - blank, end }
}

/** Returns the range of the statement and its line break, but keeps the blank line above for the next statement. */
export function getOwnLines(statement: Node): Span {
  const end = statement.getEnd()
  const lineBreak = /^[ \t]*\r?\n/.exec(statement.getSourceFile().getFullText().slice(end))?.[0].length ?? 0
  return { start: startWithComments(statement), end: end + lineBreak }
}

/** Returns the insertion that adds a line at the start of a body. Code on the line of the brace moves below it. */
export function lineAtStart(body: Block, line: string): { readonly at: number; readonly text: string } {
  const at = body.getStart() + 1
  const isOneLine = !/^[ \t]*(?:\r?\n|\/\/|\/\*)/.test(body.getSourceFile().getFullText().slice(at))
  return { at, text: `\n  ${line}${isOneLine ? '\n ' : ''}` }
}

/** Returns `wanted`, or `wanted2` if the file already uses that name. */
export function findFreeName(file: SourceFile, wanted: string, given: ReadonlySet<string> = new Set()): string {
  const taken = new Set(file.getDescendantsOfKind(SyntaxKind.Identifier).map((one) => one.getText()))
  for (let count = 1; ; count += 1) {
    const free = count === 1 ? wanted : `${wanted}${count}`
    if (!taken.has(free) && !given.has(free)) return free
  }
}

/** Converts `name-of` to `NameOf`. */
export function toPascalCase(text: string): string {
  return text.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9]?)/g, (_all, next: string) => next.toUpperCase())
}

/** Returns the starts of the lines of `body`, except the first line and lines inside template literals. */
export function listLineStarts(body: Node): readonly number[] {
  const text = body.getSourceFile().getFullText()
  const templates = body
    .getDescendants()
    .filter((node) => /^(?:NoSubstitutionTemplateLiteral|Template(?:Head|Middle|Tail))$/.test(node.getKindName()))
  const starts: number[] = []
  for (let at = text.indexOf('\n', body.getStart()); at !== -1 && at < body.getEnd(); at = text.indexOf('\n', at + 1)) {
    const inTemplate = templates.some((node) => node.getStart() <= at && at < node.getEnd())
    if (!inTemplate && !/^\r?\n/.test(text.slice(at + 1))) starts.push(at + 1)
  }
  return starts
}

/**
 * Names the module of an api file: `src/routes/todos.router.ts` is `todos`; a plain `index.ts` gets the name of its
 * folder.
 */
export function moduleName(file: SourceFile, noise: RegExp, otherwise: string): string {
  const [folder = '', base = ''] = file.getFilePath().split('/').slice(-2)
  const name = base.replace(/\.[cm]?[jt]sx?$/, '').replace(noise, '')
  const named = /^(?:index|main|)$/.test(name) ? (/^(?:src|)$/.test(folder) ? otherwise : folder) : name
  return named.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-+|-+$/g, '') || otherwise
}

/** Wrappers that only pass errors on, in lower case. Any other wrapper may be a guard. */
const ERROR_WRAPPERS: ReadonlySet<string> = new Set([
  'asynchandler',
  'asyncwrapper',
  'catchasync',
  'catchasyncerrors',
  'catcherrors',
  'expressasynchandler',
  'trycatch',
  'wrapasync',
])

/** Returns the inline function, also inside a wrapper such as `asyncHandler(…)`. */
export function writtenFunction(node: Node | undefined) {
  const inner = Node.isCallExpression(node) && passesErrors(node) ? node.getArguments()[0] : node
  return Node.isArrowFunction(inner) || Node.isFunctionExpression(inner) ? inner : undefined
}

function passesErrors(call: CallExpression): boolean {
  const name = call.getExpression().getText()
  return (
    call.getArguments().length === 1 &&
    (ERROR_WRAPPERS.has(name.toLowerCase()) || name === defaultImport(call.getSourceFile(), 'express-async-handler'))
  )
}
