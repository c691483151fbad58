/** Skills and eval scenarios, which name tools and aren't files of a program. */
import { readSkillMentions } from '#analyze/texts/skill-mentions.ts'
import { filesIn, readToolMentions, type ToolMention } from '#analyze/texts/tool-mentions.ts'
import { findUnknownTools } from '#analyze/texts/unknown-tools.ts'
import type { Diagnostic, SourceSpan } from '#model.ts'
import { unknownTool } from '#rules/apis/unknown-tool.ts'
import type { AppFile } from '../app/editor-session.ts'
import { findTool } from '../features/definition.ts'
import { listToolNames, type NameList } from '../features/name-completions.ts'
import type { ToolName } from '../features/rename-tool.ts'

type AppState = Pick<AppFile, 'app' | 'program'>

const DOCUMENT = /^(?:src\/skills\/.+\.md|evals\/.+\.eval\.json)$/

/** Returns whether a file, relative to the app's root, may name tools. */
export function isToolDocument(file: string): boolean {
  return DOCUMENT.test(file)
}

function readMentions({ app, program }: AppState, file: string): readonly ToolMention[] {
  const reader = app.reader(program)
  const { files } = app.outline(program).conventions
  return file.endsWith('.md') ? readSkillMentions(reader, file) : readToolMentions(reader, files, file)
}

/** Returns the unknown tools that a document names. */
export function findUnknownNames(state: AppState, file: string): readonly Diagnostic[] {
  const { app, program } = state
  const names = () => app.names(program)
  const { files } = app.outline(program).conventions
  const unknownTools = findUnknownTools(app.reader(program), files, names, readMentions(state, file))
  return unknownTool.report(unknownTools)
}

interface Mention {
  readonly name: string
  readonly start: number
  readonly end: number
  /** Position of the tool's definition. */
  readonly targets: readonly SourceSpan[]
}

/** Returns the tool that a document names at `offset`. */
export function findMention(state: AppState, file: string, offset: number): Mention | undefined {
  const found = readMentions(state, file).find(({ span }) => span.start <= offset && offset <= span.end)
  const text = found && state.app.reader(state.program).textOf(file)
  if (found === undefined || text === undefined) return undefined
  const start = text.indexOf(found.name, found.span.start)
  return { name: found.name, start, end: start + found.name.length, targets: findTool(state, found.name) }
}

/** Matches the part of a line of a skill's header up to the name that is being typed. */
const TOOL_FIELD = /^(?:(?:allowed-)?tools:\s*(?:\[\s*)?(?:[^\]\n]*[\s,])?|\s*-\s+)["']?([\w.]*)$/

/** Matches the part of a line of an eval scenario up to the name that is being typed. */
const TOOL_MEMBER = /"tool"\s*:\s*"([\w.]*)$/

/** Returns the tools at a position of a document where a name is expected. */
export function completeTools(state: AppState, file: string, offset: number): NameList | undefined {
  const text = state.app.reader(state.program).textOf(file) ?? ''
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  const isSkill = file.endsWith('.md')
  const typed = isSkill ? (isInHeader(text, offset) ? TOOL_FIELD.exec(line) : null) : TOOL_MEMBER.exec(line)
  if (typed === null) return undefined
  const rest = /^[\w.]*/.exec(text.slice(offset))?.[0] ?? ''
  return { start: offset - (typed[1] ?? '').length, end: offset + rest.length, names: listToolNames(state) }
}

function isInHeader(text: string, offset: number): boolean {
  const lines = text.slice(0, offset).match(/^---[ \t]*\r?$/gm) ?? []
  return lines.length === 1 && /^\uFEFF?---/.test(text)
}

/** Returns every name of a tool in the app's skills and eval scenarios. */
export function listToolNamesInDocuments(state: AppState): readonly ToolName[] {
  const { root } = state.app
  const reader = state.app.reader(state.program)
  const files = [...filesIn(root, 'src/skills', /\.md$/), ...filesIn(root, 'evals', /\.eval\.json$/)]
  return files.flatMap((file) => {
    const text = reader.textOf(file) ?? ''
    return readMentions(state, file).map(({ name, span }) => ({
      path: `${root}/${file}`,
      name,
      start: text.indexOf(name, span.start),
    }))
  })
}
