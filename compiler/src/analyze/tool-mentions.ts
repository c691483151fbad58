/** Where eval scenarios, channels and agents write the name of a tool as text. */
import { spanOf } from '../diagnostic/frame.ts'
import type { ConventionFiles, SourceSpan } from '../model.ts'
import type { ts } from '../program/typescript.ts'
import type { AppReader } from './app-reader.ts'
import { filesBelow } from './folder-files.ts'
import type { Spelling } from './known-tools.ts'
import { treeOf } from './parsed.ts'
import { nameText } from './static-value.ts'

export interface ToolMention {
  readonly name: string
  readonly spelling: Spelling
  /** It is called where no page is open. */
  readonly isPageless?: boolean
  /** The text with its quotes. */
  readonly span: SourceSpan
  /** The name alone; absent where it is written with escapes. */
  readonly inside?: SourceSpan
}

/** Those of eval scenarios, channels, the agent and the client entry. `only`: in this file, whatever else there is. */
export function readToolMentions(reader: AppReader, files: ConventionFiles, only?: string): readonly ToolMention[] {
  const below = (folder: string, name: RegExp): readonly string[] => {
    if (only === undefined) return filesIn(reader.root, folder, name)
    return only.startsWith(`${folder}/`) && name.test(only) ? [only] : []
  }
  const configured = [files.agent, files.client]
    .filter((file) => file !== undefined)
    .filter((file) => only === undefined || file === only)
  return [
    ...below('evals', /\.eval\.json$/).flatMap((file) => inScenario(reader, file)),
    ...below('src/channels', /\.[cm]?[jt]sx?$/).flatMap((file) => inCode(reader, file, true)),
    ...configured.flatMap((file) => inCode(reader, file, false)),
  ]
}

/** Paths relative to the root, in order. */
export function filesIn(root: string, folder: string, name: RegExp): readonly string[] {
  return filesBelow(`${root}/${folder}`)
    .map((file) => `${folder}/${file}`)
    .filter((file) => name.test(file))
}

/** A name that stands between these offsets of a text. */
export function mentionAt(
  place: { readonly file: string; readonly text: string; readonly start: number; readonly end: number },
  name: string,
  spelling: Spelling,
): ToolMention {
  const { file, text, start, end } = place
  const at = text.slice(start, end).indexOf(name)
  const inside = at < 0 ? undefined : spanOf(file, text, start + at, start + at + name.length)
  return { name, spelling, span: spanOf(file, text, start, end), ...(inside && { inside }) }
}

/** `steps[].tool` of an eval scenario (interface.md: eval rules). */
function inScenario(reader: AppReader, file: string): ToolMention[] {
  const { ts } = reader
  const tree = treeOf(reader, file)
  const [statement] = tree?.statements ?? []
  if (tree === undefined || statement === undefined || !ts.isExpressionStatement(statement)) return []
  const steps = member(ts, statement.expression, 'steps')
  if (steps === undefined || !ts.isArrayLiteralExpression(steps)) return []
  return steps.elements.flatMap((step) => {
    const tool = member(ts, step, 'tool')
    return tool !== undefined && ts.isStringLiteral(tool)
      ? [{ ...mention(tree, file, tool, 'any'), isPageless: true }]
      : []
  })
}

function member(tsModule: typeof ts, node: ts.Expression, name: string): ts.Expression | undefined {
  if (!tsModule.isObjectLiteralExpression(node)) return undefined
  const found = node.properties.find((one) => one.name !== undefined && nameText(tsModule, one.name) === name)
  return found !== undefined && tsModule.isPropertyAssignment(found) ? found.initializer : undefined
}

const API_NAME = /^api\.[A-Za-z][\w-]*\.(?:\w+|\*)$/

/** Tool filters and `allowsTool('…')`; with `literals` also every text that can only be the name of an api. */
function inCode(reader: AppReader, file: string, literals: boolean): ToolMention[] {
  const { ts } = reader
  const tree = treeOf(reader, file)
  if (tree === undefined) return []
  const found: ToolMention[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return
    if (ts.isStringLiteralLike(node)) {
      const isName = isFiltered(ts, node) || (literals && API_NAME.test(node.text))
      if (isName) found.push(mention(tree, file, node, 'exact'))
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

function mention(tree: ts.SourceFile, file: string, node: ts.StringLiteralLike, spelling: Spelling): ToolMention {
  return mentionAt({ file, text: tree.text, start: node.getStart(tree), end: node.end }, node.text, spelling)
}

/** In `allowsTool('…', { include: ['…'] })`, and in `tools: { exclude: ['…'] }` of an agent or copilot. */
function isFiltered(tsModule: typeof ts, literal: ts.StringLiteralLike): boolean {
  const { parent } = literal
  if (tsModule.isCallExpression(parent))
    return parent.arguments[0] === literal && calls(tsModule, parent, ['allowsTool'])
  const list = tsModule.isArrayLiteralExpression(parent) ? property(tsModule, parent) : undefined
  if (list?.name !== 'include' && list?.name !== 'exclude') return false
  const { parent: filter } = list.holder
  if (tsModule.isCallExpression(filter)) return calls(tsModule, filter, ['allowsTool'])
  const tools = property(tsModule, list.holder)
  const owner = tools?.holder.parent
  return (
    tools?.name === 'tools' && owner !== undefined && tsModule.isCallExpression(owner) && calls(tsModule, owner, OWNERS)
  )
}

const OWNERS = ['defineAgent', 'createCopilot']

/** `name` and the object of `name: value`. */
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
