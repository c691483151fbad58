/** Collects the data for rules about the literal definition of an api, beside its model. */
import type { ApiModel, SourceSpan } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import { findRemoval } from '../fixes/removal.ts'
import type { WrittenDefinition } from './api-definition.ts'

/** A member of an object, and the range that removes it. */
interface MemberPlace {
  readonly span: SourceSpan
  readonly removal: SourceSpan
}

/** The literal definition of an api, or of an action of a store. */
export interface DefinitionFact {
  readonly tool: string
  /** Whether it has a description, or may have one that is known only at run time. */
  readonly described: boolean
  readonly readonly?: MemberPlace
  readonly effect?: MemberPlace
  /** Where `access` can be written, if nothing decides who may call the api. */
  readonly undecided?: {
    /** Before the first field. */
    readonly span: SourceSpan
    /** Whitespace between two fields. */
    readonly separator: string
  }
}

interface Source {
  readonly ts: typeof ts
  readonly file: ts.SourceFile
  /** Returns the span between two offsets of the file. */
  readonly place: (start: number, end: number) => SourceSpan
}

/** Reads the fact. `written` is the definition that `model` was created from. */
export function readDefinitionFact(
  { ts, file, place }: Source,
  written: WrittenDefinition,
  model: ApiModel,
): DefinitionFact {
  const places = (['readonly', 'effect'] as const).flatMap((field) => {
    const member = written.members.get(field)
    if (member === undefined || !ts.isObjectLiteralExpression(member.parent)) return []
    const { start, end } = findRemoval(file, member.parent.properties, member)
    return [[field, { span: place(member.getStart(file), member.end), removal: place(start, end) }] as const]
  })
  const undecided = model.access === undefined ? findAccessPlace(file, place, written) : undefined
  return {
    tool: model.tool,
    described: model.description !== undefined,
    ...Object.fromEntries(places),
    ...(undecided && { undecided }),
  }
}

/** Returns `undefined` for a definition without fields, and for one whose `access` has a value that the build can't read. */
function findAccessPlace(
  file: ts.SourceFile,
  place: Source['place'],
  { members }: WrittenDefinition,
): DefinitionFact['undecided'] {
  const [first] = members.values()
  if (first === undefined || members.has('access')) return undefined
  const start = first.getStart(file)
  const gap = file.text.slice(first.parent.getStart(file), start)
  return { span: place(start, start), separator: /\n[ \t]*$/.exec(gap)?.[0] ?? ' ' }
}
