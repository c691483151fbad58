/** Finds the source of a name in a string literal: of a tool, a page, a cache tag, a message or a skill. */
import { canBeSameTag } from '#analyze/apis/tag-texts.ts'
import { listNamedTools } from '#diagnostic/named-tools.ts'
import type { SourceSpan } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import type { AppFile } from '../app/editor-session.ts'
import { findPage } from './app-routes.ts'
import { listMessages, listSkills, listTags } from './app-texts.ts'
import { classifyLiteral, type LiteralKind, SKILL_URL } from './literal-places.ts'
import { innerEnd, stringAt } from './node-at.ts'

interface NameDefinition {
  /** Range of the name in the open file. */
  readonly start: number
  readonly end: number
  /** Places where it is defined; files are relative to the app's root. */
  readonly targets: readonly SourceSpan[]
}

/** Returns the definition of the name at `position`, or `undefined` if it isn't a name that only strings refer to. */
export function findDefinition(tsModule: typeof ts, open: AppFile, position: number): NameDefinition | undefined {
  const literal = stringAt(tsModule, open.source, position)
  const kind = literal && classifyLiteral(tsModule, open.source, literal)
  if (literal === undefined || kind === undefined) return undefined
  const targets = findTargets(open, kind, literal.text)
  if (targets.length === 0) return undefined
  return { start: literal.getStart(open.source) + 1, end: innerEnd(literal, open.source), targets }
}

type AppState = Pick<AppFile, 'app' | 'program'>

function findTargets(state: AppState, kind: LiteralKind, text: string): readonly SourceSpan[] {
  if (kind === 'tool' || kind === 'tool-name') return findTool(state, text)
  if (kind === 'pattern' || kind === 'path') return toFiles([findPage(state, kind, text)?.file])
  if (kind === 'tag')
    return listTags(state)
      .filter(({ tag }) => canBeSameTag(tag, text))
      .map(({ span }) => span)
  if (kind === 'message') return listMessages(state).flatMap(({ messages }) => messages.get(text)?.span ?? [])
  if (kind === 'skill') return toFiles([findSkill(state, text)])
  return []
}

/** Returns the definition of the tool with this name, in any of its spellings. */
export function findTool({ app, program }: AppState, name: string): readonly SourceSpan[] {
  const found = listNamedTools(app.names(program)).find(
    ({ tool, wire }) => tool === name || wire === name || tool === `api.${name}`,
  )
  return found === undefined ? [] : [found.span]
}

function findSkill({ app, program }: AppState, url: string): string | undefined {
  const name = url.slice(SKILL_URL.length).replace(/\/SKILL\.md$/, '')
  return listSkills(app.outline(program), app.root).find((skill) => skill.name === name)?.file
}

/** Returns the start of each file. */
function toFiles(files: readonly (string | undefined)[]): readonly SourceSpan[] {
  return files.flatMap((file) => (file === undefined ? [] : [{ file, start: 0, end: 0, line: 1, column: 1 }]))
}
