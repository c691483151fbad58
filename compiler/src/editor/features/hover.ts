/** Describes an api, an intent or a component to its users, for the hover on its name. */
import { unwrap } from '#analyze/modules/static-value.ts'
import type { ts } from '#program/typescript.ts'
import type { AppFile, EditorSession } from '../app/editor-session.ts'
import { aboutApi, aboutComponent, aboutIntent } from './describe.ts'
import { classifyLiteral } from './literal-places.ts'
import { nodeAt, stringAt } from './node-at.ts'

interface Hover {
  /** Markdown. */
  readonly text: string
  /** The node that it describes, at its position. */
  readonly node: ts.Node
}

/** Describes the name at `position`; returns `undefined` if it isn't part of the framework. */
export function hoverAt(
  tsModule: typeof ts,
  session: EditorSession,
  open: AppFile,
  position: number,
): Hover | undefined {
  const literal = stringAt(tsModule, open.source, position)
  const node = literal ?? nodeAt(tsModule, open.source, position)
  const text = literal === undefined ? ofName(tsModule, session, open, node) : ofText(tsModule, open, literal)
  return text === undefined ? undefined : { text, node }
}

/** Returns the description for an intent's name in its call, and for an api's name in a tool name. */
function ofText(
  tsModule: typeof ts,
  { app, program, source }: AppFile,
  literal: ts.StringLiteralLike,
): string | undefined {
  const { parent } = literal
  if (tsModule.isCallExpression(parent) && parent.arguments[0] === literal) {
    const intent = app.intentAt(program, parent)
    if (intent !== undefined) return aboutIntent(intent)
  }
  const kind = classifyLiteral(tsModule, source, literal)
  const api = kind === 'tool' || kind === 'tool-name' ? app.apiNamed(program, literal.text) : undefined
  return api && aboutApi(api)
}

function ofName(tsModule: typeof ts, session: EditorSession, open: AppFile, node: ts.Node): string | undefined {
  if (!tsModule.isIdentifier(node)) return undefined
  const { program } = open
  const { parent } = node
  // `intent` itself, in a call.
  const called = tsModule.isCallExpression(parent) && parent.expression === node && open.app.intentAt(program, parent)
  if (called) return aboutIntent(called)
  const checker = program.getTypeChecker()
  const symbol = checker.getSymbolAtLocation(node)
  const target = symbol && symbol.flags & tsModule.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  const declaration = target?.valueDeclaration ?? target?.declarations?.[0]
  const there = declaration && session.open(declaration.getSourceFile().fileName)
  if (declaration === undefined || there === undefined) return undefined
  const api = there.app.apiAt(program, declaration)
  if (api !== undefined) return aboutApi(api)
  const component = there.app.componentAt(program, declaration)
  if (component !== undefined) return aboutComponent(component)
  const value = tsModule.isVariableDeclaration(declaration) && declaration.initializer
  const call = value && unwrap(tsModule, value)
  const intent = call && tsModule.isCallExpression(call) ? there.app.intentAt(program, call) : undefined
  return intent && aboutIntent(intent)
}
