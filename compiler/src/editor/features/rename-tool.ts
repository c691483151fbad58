/** Renames an api, an intent or a store action: its definition, its uses in code, and the strings that name it. */
import { API_PREFIX, nameProblem, wireName } from '@fw/runtime/contract'
import { isMember } from '#analyze/fixes/rename-export.ts'
import { toProjectPath } from '#analyze/modules/workspace-files.ts'
import { listNamedTools, type NamedTool } from '#diagnostic/named-tools.ts'
import type { ts } from '#program/typescript.ts'
import type { AppFile } from '../app/editor-session.ts'
import { classifyLiteral } from './literal-places.ts'
import { nodeAt } from './node-at.ts'
import { editLiterals, joinRenames, listOwnSources, type RenameEdit, type RenameResult } from './rename-edits.ts'
import { lastPart, type RenameProblem } from './rename-target.ts'

type Service = Pick<ts.LanguageService, 'findRenameLocations'>

interface ToolRename {
  readonly ts: typeof ts
  readonly service: Service
  readonly tool: NamedTool
  /** The new last part of the tool's name. */
  readonly name: string
  /** Names in files outside of the program: skills and eval scenarios. */
  readonly mentions: readonly ToolName[]
}

/** A tool's name in a file, in any of its spellings. */
export interface ToolName {
  /** Absolute. */
  readonly path: string
  readonly name: string
  /** Offset of the name. */
  readonly start: number
}

export function renameTool(state: Pick<AppFile, 'app' | 'program'>, rename: ToolRename): RenameResult | RenameProblem {
  const { tool, name } = rename
  const renamed = tool.tool.slice(0, tool.tool.length - lastPart(tool.tool).length) + name
  const problem = findNameProblem(rename.ts, tool, name)
  if (problem !== undefined) return { problem }
  if (listNamedTools(state.app.names(state.program)).some((one) => one.tool === renamed))
    return { problem: `This app already has a tool named "${renamed}".` }
  const declaring = state.program.getSourceFile(toProjectPath(state.app.root, tool.span.file))
  if (tool.kind === 'api' && declaring !== undefined && usesName(rename.ts, declaring, name))
    return { problem: `${tool.span.file} already uses the name "${name}" for something else.` }
  const edits = [
    ...editDefinition(state, rename),
    ...listOwnSources(state).flatMap((source) => editNames(rename, source, renamed)),
    ...rename.mentions.flatMap((mention) => editMention(mention, tool.tool, renamed)),
  ]
  return { edits: joinRenames(edits), moves: [] }
}

function findNameProblem(tsModule: typeof ts, { kind }: NamedTool, name: string): string | undefined {
  const problem = nameProblem(kind === 'api' ? 'export' : kind, name)
  if (problem !== undefined || kind !== 'api') return problem
  const scanner = tsModule.createScanner(tsModule.ScriptTarget.Latest, true)
  scanner.setText(name)
  if (scanner.scan() === tsModule.SyntaxKind.Identifier) return undefined
  return `An API can't be exported as "${name}", because this is a word of the language. Choose another name.`
}

function editDefinition(state: Pick<AppFile, 'app' | 'program'>, rename: ToolRename): readonly RenameEdit[] {
  const { tool, name, ts: tsModule } = rename
  const path = toProjectPath(state.app.root, tool.span.file)
  const source = state.program.getSourceFile(path)
  if (source === undefined) return []
  if (tool.kind !== 'intent') return editUses(state.program, rename, path, tool.span.start)
  // The span of an intent is its call, whose first argument is the name.
  return editLiterals(tsModule, source, ({ parent, text, ...literal }) => {
    const isName = tsModule.isCallExpression(parent) && parent.arguments[0]?.pos === literal.pos
    return isName && parent.getStart(source) === tool.span.start
      ? { start: 0, end: text.length, text: name }
      : undefined
  })
}

/**
 * Renames an identifier where it is declared and used. A module that uses the new name for something else retains its
 * local name: `import { find as search }`.
 */
function editUses(program: ts.Program, rename: ToolRename, path: string, start: number): readonly RenameEdit[] {
  const { ts: tsModule, service, name } = rename
  const locations =
    service.findRenameLocations(path, start, false, false, { providePrefixAndSuffixTextForRename: true }) ?? []
  const isTaken = new Map<string, boolean>()
  return locations.flatMap(({ fileName, textSpan, prefixText = '', suffixText = '' }): RenameEdit[] => {
    const source = program.getSourceFile(fileName)
    const range = { path: fileName, start: textSpan.start, end: textSpan.start + textSpan.length }
    const edit = { ...range, text: prefixText + name + suffixText }
    if (source === undefined || fileName === path) return [edit]
    const taken = isTaken.get(fileName) ?? usesName(tsModule, source, name)
    isTaken.set(fileName, taken)
    const text = taken ? printLocal(tsModule, nodeAt(tsModule, source, textSpan.start), name) : edit.text
    return text === undefined ? [] : [{ ...range, text }]
  })
}

/** Returns the new text of a name in a module that can't use `name` for a variable; `undefined` if it doesn't change. */
function printLocal(tsModule: typeof ts, node: ts.Node, name: string): string | undefined {
  const { parent } = node
  if (tsModule.isImportSpecifier(parent))
    return parent.propertyName === undefined ? `${name} as ${parent.name.text}` : name
  if (tsModule.isExportSpecifier(parent)) {
    if (parent.parent.parent.moduleSpecifier !== undefined) return name
    return parent.propertyName === undefined ? `${parent.name.text} as ${name}` : undefined
  }
  return tsModule.isIdentifier(node) && isMember(tsModule, node) ? name : undefined
}

/** Returns whether a file declares or uses a variable with this name. */
function usesName(tsModule: typeof ts, source: ts.SourceFile, name: string): boolean {
  const visit = (node: ts.Node): boolean =>
    (tsModule.isIdentifier(node) && node.text === name && !isMember(tsModule, node)) ||
    tsModule.forEachChild(node, visit) === true
  return source.text.includes(name) && visit(source)
}

/** Returns the edits of strings: names of the tool, and its URL. */
function editNames({ ts: tsModule, tool }: ToolRename, source: ts.SourceFile, renamed: string): readonly RenameEdit[] {
  if (!source.text.includes(lastPart(tool.tool))) return []
  const url = API_PREFIX + tool.tool.replace(/^api\./, '')
  return editLiterals(tsModule, source, (literal) => {
    const { text } = literal
    if (text === tool.tool && (tool.kind === 'api' || classifyLiteral(tsModule, source, literal) === 'tool'))
      return { start: 0, end: text.length, text: renamed }
    const isUrl = tool.kind === 'api' && (text === url || text.startsWith(`${url}?`))
    return isUrl ? { start: 0, end: url.length, text: API_PREFIX + renamed.replace(/^api\./, '') } : undefined
  })
}

function editMention({ path, name, start }: ToolName, tool: string, renamed: string): readonly RenameEdit[] {
  const spell = SPELLINGS.find((one) => one(tool) === name)
  return spell === undefined ? [] : [{ path, start, end: start + name.length, text: spell(renamed) }]
}

/** The spellings of a tool's name in skills and eval scenarios. */
const SPELLINGS: readonly ((tool: string) => string)[] = [
  (tool) => tool,
  wireName,
  (tool) => tool.replace(/^api\./, ''),
]
