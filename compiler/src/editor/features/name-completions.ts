/**
 * Completes names of the app in string literals: tools, paths of pages, fields of forms, cache tags, message keys and
 * skills. TypeScript completes typed values itself.
 */
import type { ts } from '#program/typescript.ts'
import type { AppFile } from '../app/editor-session.ts'
import { listMessages, listSkills, listTags } from './app-texts.ts'
import { classifyLiteral, type LiteralKind, SKILL_URL } from './literal-places.ts'
import { innerEnd, stringAt } from './node-at.ts'

type Ts = typeof ts

interface NamedText {
  readonly name: string
  /** A short description, or the author's. */
  readonly description: string
}

/** The names that fit in a string literal, and its content, which they replace. */
export interface NameList {
  readonly start: number
  readonly end: number
  readonly names: readonly NamedText[]
}

/** Returns the names for the string literal at `position`; `undefined` outside of strings that take such names. */
export function completeNames(ts: Ts, open: AppFile, position: number): NameList | undefined {
  const literal = stringAt(ts, open.source, position)
  const kind = literal && classifyLiteral(ts, open.source, literal)
  const names = literal === undefined || kind === undefined ? [] : listNames(open, kind, literal)
  if (literal === undefined || names.length === 0) return undefined
  return { start: literal.getStart(open.source) + 1, end: innerEnd(literal, open.source), names }
}

function listNames(open: AppFile, kind: LiteralKind, literal: ts.StringLiteralLike): readonly NamedText[] {
  if (kind === 'tool') return listToolNames(open)
  if (kind === 'pattern') return listPatterns(open)
  if (kind === 'path') return listPaths(open)
  if (kind === 'tag') return listTagNames(open)
  if (kind === 'message') return listMessageKeys(open)
  if (kind === 'skill') return listSkillUrls(open)
  if (kind === 'tool-name') return []
  return open.app.fieldNames(open.program, open.file, literal.getStart(open.source))
}

/** Returns the names of apis, intents and store actions. */
export function listToolNames({ app, program }: Pick<AppFile, 'app' | 'program'>): readonly NamedText[] {
  const { modules, components, stores = [] } = app.names(program)
  return [
    ...modules.flatMap(({ apis }) => apis),
    ...components.flatMap(({ intents }) => intents),
    ...stores.flatMap(({ actions }) => actions),
  ].map(({ tool, description = 'A tool of this app.' }) => ({ name: tool, description }))
}

function listPatterns({ app, program }: AppFile): readonly NamedText[] {
  return app.names(program).patterns.map((name) => ({ name, description: 'A page of this app.' }))
}

/** Returns the paths of pages without parameters, and of other pages the part before their first parameter. */
function listPaths(open: AppFile): readonly NamedText[] {
  const whole = listPatterns(open).map(({ name }) => ({ pattern: name, name: name.replace(/\[.*$/s, '') }))
  return [...new Map(whole.map((one) => [one.name, one])).values()].map(({ name, pattern }) => ({
    name,
    description: name === pattern ? 'A page of this app.' : `The start of ${pattern}, a page of this app.`,
  }))
}

function listTagNames(open: AppFile): readonly NamedText[] {
  const files = new Map(listTags(open).map(({ tag, span }) => [tag, span.file]))
  return [...files].map(([name, file]) => ({ name, description: `A cache tag of ${file}.` }))
}

function listMessageKeys(open: AppFile): readonly NamedText[] {
  const [main] = listMessages(open)
  return [...(main?.messages ?? [])].map(([name, { text }]) => ({ name, description: text }))
}

function listSkillUrls({ app, program }: AppFile): readonly NamedText[] {
  return listSkills(app.outline(program), app.root).map(({ name, file }) => ({
    name: `${SKILL_URL}${name}/SKILL.md`,
    description: `The skill ${file}.`,
  }))
}
