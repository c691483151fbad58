/** What would describe an api that nobody has described: a comment that stands there already, else its name and contract. */
import type { ProseFact } from '../diagnostic/facts.ts'
import { skeletonOf } from '../diagnostic/skeleton.ts'
import type { ApiModel, Fix, SourceSpan } from '../model.ts'
import type { ts } from '../program/typescript.ts'
import type { WrittenDefinition } from './api-definition.ts'
import type { ApiExport } from './api-exports.ts'
import { removalOf } from './removal.ts'

interface Source {
  readonly ts: typeof ts
  readonly file: ts.SourceFile
  /** The span between two offsets of the file. */
  readonly place: (start: number, end: number) => SourceSpan
}

/** `written` is the definition of `api`, of which `model` was made. */
export function proseOf(source: Source, api: ApiExport, written: WrittenDefinition, model: ApiModel): ProseFact {
  const { ts, file, place } = source
  const fields = ['readonly', 'effect'].flatMap((field) => {
    const member = written.members.get(field)
    if (member === undefined || !ts.isObjectLiteralExpression(member.parent)) return []
    const { start, end } = removalOf(file, member.parent.properties, member)
    return [[field, { span: place(member.getStart(file), member.end), removal: place(start, end) }] as const]
  })
  const fixes = model.description === undefined ? [descriptionFix(source, api, model)] : []
  return { tool: model.tool, fields: Object.fromEntries(fields), fixes }
}

function descriptionFix({ file, place }: Source, { statement, name }: ApiExport, model: ApiModel): Fix {
  const start = statement.getStart(file)
  const above = lineCommentAbove(file.text.slice(statement.pos, start))
  if (above !== undefined)
    return {
      title: 'Make the comment a doc comment',
      edits: [{ span: place(statement.pos + above.start, statement.pos + above.end), text: docComment(above.text) }],
    }
  const text = `${docComment(skeletonOf(name, model.input, model.output))}\n`
  return { title: 'Add a description', edits: [{ span: place(start, start), text }] }
}

function docComment(text: string): string {
  return `/** ${text.replaceAll('*/', '* /')} */`
}

const DIRECTIVE = /^\s*(?:@ts-|biome-|eslint|prettier|#|region\b|endregion\b)/

/** The lines of `//` right above what follows `trivia`, as one text. */
function lineCommentAbove(
  trivia: string,
): { readonly start: number; readonly end: number; readonly text: string } | undefined {
  const found = /(?:^|\n)[ \t]*((?:\/\/[^\n]*\n[ \t]*)+)$/.exec(trivia)
  const block = found?.[1]
  if (found === null || block === undefined) return undefined
  const lines = block
    .trimEnd()
    .split('\n')
    .map((line) => line.trim().replace(/^\/\/+/, ''))
  const text = lines
    .map((line) => line.trim())
    .join(' ')
    .trim()
  if (text === '' || lines.some((line) => DIRECTIVE.test(line))) return undefined
  const start = found.index + found[0].length - block.length
  return { start, end: start + block.trimEnd().length, text }
}
