/** Finds literal tool names in eval scenarios, channels and agents. */
import { createSpan } from '#diagnostic/code-frame.ts'
import type { ConventionFiles, SourceSpan } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import { isBelow } from '#slash-path.ts'
import type { Spelling } from '../apis/known-tools.ts'
import { SOURCES } from '../app-outline.ts'
import type { AppReader } from '../app-reader.ts'
import { filesBelow } from '../modules/folder-files.ts'
import { nameText } from '../modules/static-value.ts'
import { getTree } from '../modules/tree-cache.ts'

export interface ToolMention {
  readonly name: string
  readonly spelling: Spelling
  /** Whether it is called without an open page. */
  readonly isPageless?: boolean
  /** Span of the string with its quotes. */
  readonly span: SourceSpan
  /**
   * Span of the name without its quotes, if a fix may correct it: not if another name would give an agent one more
   * tool.
   */
  readonly inside?: SourceSpan
}

/** Reads eval scenarios, channels, the agent and the copilots of the app. `only`: reads this file only. */
export function readToolMentions(reader: AppReader, files: ConventionFiles, only?: string): readonly ToolMention[] {
  const below = (folder: string, name: RegExp): readonly string[] => {
    if (only === undefined) return filesIn(reader.root, folder, name)
    return isBelow(folder, only) && name.test(only) ? [only] : []
  }
  const filtering = [...(files.agent === undefined ? [] : [files.agent]), ...findCopilots(reader)].filter(
    (file) => only === undefined || file === only,
  )
  return [
    ...below('evals', /\.eval\.json$/).flatMap((file) => inScenario(reader, file)),
    ...below('src/channels', /\.[cm]?[jt]sx?$/).flatMap((file) => inCode(reader, file, true)),
    ...filtering.flatMap((file) => inCode(reader, file, false)),
  ]
}

/** Returns the scripts that create a copilot or render its panel. */
function findCopilots(reader: AppReader): readonly string[] {
  return reader.read(SOURCES).filter((file) => /\b(?:createCopilot|Copilot)\b/.test(reader.textOf(file) ?? ''))
}

/** Returns paths relative to the root, in order. */
export function filesIn(root: string, folder: string, name: RegExp): readonly string[] {
  return filesBelow(`${root}/${folder}`)
    .map((file) => `${folder}/${file}`)
    .filter((file) => name.test(file))
}

/** `steps[].tool` of an eval scenario. */
function inScenario(reader: AppReader, file: string): ToolMention[] {
  const { ts } = reader
  const tree = getTree(reader, file)
  const [statement] = tree?.statements ?? []
  if (tree === undefined || statement === undefined || !ts.isExpressionStatement(statement)) return []
  const steps = member(ts, statement.expression, 'steps')
  if (steps === undefined || !ts.isArrayLiteralExpression(steps)) return []
  return steps.elements.flatMap((step) => {
    const tool = member(ts, step, 'tool')
    return tool !== undefined && ts.isStringLiteral(tool)
      ? [{ ...correctable(mention(tree, file, tool, 'any'), tree, tool), isPageless: true }]
      : []
  })
}

function member(tsModule: typeof ts, node: ts.Expression, name: string): ts.Expression | undefined {
  if (!tsModule.isObjectLiteralExpression(node)) return undefined
  const found = node.properties.find((one) => one.name !== undefined && nameText(tsModule, one.name) === name)
  return found !== undefined && tsModule.isPropertyAssignment(found) ? found.initializer : undefined
}

const API_NAME = /^api\.[A-Za-z][\w-]*\.(?:\w+|\*)$/

/** Finds tool filters and `allowsTool('…')`; with `literals` also every string that can only be an api's name. */
function inCode(reader: AppReader, file: string, literals: boolean): ToolMention[] {
  const { ts } = reader
  const tree = getTree(reader, file)
  if (tree === undefined) return []
  const found: ToolMention[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return
    if (ts.isStringLiteralLike(node)) {
      const place = filterPlace(ts, node)
      const named = mention(tree, file, node, 'exact')
      if (place === 'exclude') found.push(correctable(named, tree, node))
      else if (place !== undefined || (literals && API_NAME.test(node.text))) found.push(named)
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

function mention(tree: ts.SourceFile, file: string, node: ts.StringLiteralLike, spelling: Spelling): ToolMention {
  return { name: node.text, spelling, span: createSpan(file, tree.text, node.getStart(tree), node.end) }
}

/** Names with escapes aren't corrected. */
function correctable(mentioned: ToolMention, tree: ts.SourceFile, node: ts.StringLiteralLike): ToolMention {
  const { file, start, end } = mentioned.span
  const at = tree.text.slice(start, end).indexOf(node.text)
  if (at < 0) return mentioned
  return { ...mentioned, inside: createSpan(file, tree.text, start + at, start + at + node.text.length) }
}

/**
 * Recognizes names in `allowsTool('…', { include: ['…'] })`, in `tools: { exclude: ['…'] }` of an agent or copilot, and in
 * `activeTools` and `toolName` of an agent's rounds.
 */
function filterPlace(
  tsModule: typeof ts,
  literal: ts.StringLiteralLike,
): 'argument' | 'include' | 'exclude' | undefined {
  const { parent } = literal
  if (tsModule.isCallExpression(parent))
    return parent.arguments[0] === literal && calls(tsModule, parent, ['allowsTool']) ? 'argument' : undefined
  const chosen = property(tsModule, literal)
  if (chosen?.name === 'toolName') return isOfRound(tsModule, chosen.holder, 'toolChoice') ? 'argument' : undefined
  const list = tsModule.isArrayLiteralExpression(parent) ? property(tsModule, parent) : undefined
  if (list?.name === 'activeTools') return isOfRound(tsModule, list.holder) ? 'include' : undefined
  if (list?.name !== 'include' && list?.name !== 'exclude') return undefined
  const { parent: filter } = list.holder
  if (tsModule.isCallExpression(filter)) return calls(tsModule, filter, ['allowsTool']) ? list.name : undefined
  return isToolFilter(tsModule, list.holder) ? list.name : undefined
}

/** Returns whether an object is `tools` of an agent or copilot, or of the panel in JSX. */
function isToolFilter(tsModule: typeof ts, filter: ts.ObjectLiteralExpression): boolean {
  const tools = property(tsModule, filter)
  if (tools !== undefined) {
    const owner = tools.holder.parent
    return tools.name === 'tools' && tsModule.isCallExpression(owner) && calls(tsModule, owner, OWNERS)
  }
  const attribute = tsModule.isJsxExpression(filter.parent) ? filter.parent.parent : undefined
  if (attribute === undefined || !tsModule.isJsxAttribute(attribute)) return false
  const { tagName } = attribute.parent.parent
  return (
    tsModule.isIdentifier(attribute.name) &&
    attribute.name.text === 'tools' &&
    tsModule.isIdentifier(tagName) &&
    tagName.text === 'Copilot'
  )
}

/**
 * Returns whether an object is within `defineAgent(…)`, outside of `modelOptions`. `name`: the member that it must be.
 */
function isOfRound(tsModule: typeof ts, holder: ts.ObjectLiteralExpression, name?: string): boolean {
  if (name !== undefined && property(tsModule, holder)?.name !== name) return false
  for (let node: ts.Node = holder; node !== undefined; node = node.parent) {
    if (tsModule.isPropertyAssignment(node) && nameText(tsModule, node.name) === 'modelOptions') return false
    if (tsModule.isCallExpression(node) && calls(tsModule, node, ['defineAgent'])) return true
  }
  return false
}

const OWNERS = ['defineAgent', 'createCopilot']

/** Returns `name` and the object of `name: value`. */
function property(
  tsModule: typeof ts,
  { parent }: ts.Node,
): { readonly name: string | undefined; readonly holder: ts.ObjectLiteralExpression } | undefined {
  return tsModule.isPropertyAssignment(parent)
    ? { name: nameText(tsModule, parent.name), holder: parent.parent }
    : undefined
}

function calls(tsModule: typeof ts, { expression }: ts.CallExpression, names: readonly string[]): boolean {
  return tsModule.isIdentifier(expression) && names.includes(expression.text)
}
