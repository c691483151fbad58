/**
 * Collects the data for rules about a file's JSX: code that needs a browser, props, and intents, each with its
 * position.
 */

import { isInteractiveAttribute } from '#jsx/reactive-names.ts'
import type { ts } from '#program/typescript.ts'
import { nameText, unwrap } from '../modules/static-value.ts'
import { readValueImports, type ValueImport } from '../modules/value-imports.ts'
import { type PropValues, readProps } from './lost-props.ts'

export interface JsxPlace {
  readonly start: number
  readonly end: number
}

/** Code that works only in a browser. */
interface ReactivePlace extends JsxPlace {
  readonly kind: 'event' | 'ref' | 'signal' | 'effect' | 'intent'
  readonly name: string
}

/** An element of a component, `<Cart …>`. */
interface ComponentElement extends PropValues {
  /** Tag name in the source. */
  readonly tag: string
  /** The enclosing top-level declaration. */
  readonly owner: string | undefined
}

/** The attribute `value` of a `<select>` or `<textarea>`. */
interface ValueAttribute extends JsxPlace {
  readonly tag: 'select' | 'textarea'
  /** The enclosing top-level declaration. */
  readonly owner: string | undefined
}

interface IntentCall extends JsxPlace {
  readonly described: boolean
  /** The name as a string literal. */
  readonly name: JsxPlace
}

export interface JsxPlaces {
  readonly text: string
  readonly imports: readonly ValueImport[]
  readonly reactive: readonly ReactivePlace[]
  readonly elements: readonly ComponentElement[]
  readonly values: readonly ValueAttribute[]
  readonly intents: readonly IntentCall[]
}

const SIGNALS = new Set(['createSignal', 'createDeferred', 'createSelector'])
const EFFECTS = new Set(['createEffect', 'createRenderEffect', 'createComputed', 'createReaction', 'onMount'])

/** Returns the elements and the reactive places of a file. */
export function readJsxPlaces(tsModule: typeof ts, file: ts.SourceFile): JsxPlaces {
  const imports = readValueImports(tsModule, file)
  const reactive: ReactivePlace[] = []
  const elements: ComponentElement[] = []
  const values: ValueAttribute[] = []
  const intents: IntentCall[] = []
  const place = (node: ts.Node): JsxPlace => ({ start: node.getStart(file), end: node.end })
  const visit = (node: ts.Node, owner: string | undefined): void => {
    if (tsModule.isJsxOpeningElement(node) || tsModule.isJsxSelfClosingElement(node)) {
      const tag = node.tagName.getText(file)
      if (/^[a-z]/.test(tag)) reactive.push(...hostPlaces(tsModule, node, place))
      if (tag === 'select' || tag === 'textarea')
        for (const attribute of node.attributes.properties)
          if (tsModule.isJsxAttribute(attribute) && /^(?:prop:)?value$/.test(attribute.name.getText(file)))
            values.push({ tag, owner, ...place(attribute) })
      if (!/^[a-z]/.test(tag)) elements.push({ tag, owner, ...readProps(tsModule, node, imports) })
    }
    if (tsModule.isCallExpression(node)) {
      const kind = callKind(tsModule, imports, node.expression)
      if (kind !== undefined) reactive.push({ kind, name: node.expression.getText(file), ...place(node) })
      if (kind === 'intent') intents.push(...intentCall(tsModule, file, node, place))
    }
    tsModule.forEachChild(node, (child) => visit(child, owner))
  }
  for (const statement of file.statements) for (const [owner, node] of ownersIn(tsModule, statement)) visit(node, owner)
  return { text: file.text, imports, reactive, elements, values, intents }
}

/** Returns the declarations of a statement by name; `default` for an anonymous default export. */
function ownersIn(tsModule: typeof ts, statement: ts.Statement): readonly (readonly [string | undefined, ts.Node])[] {
  if (tsModule.isVariableStatement(statement))
    return statement.declarationList.declarations.map((node) => [node.name.getText(), node])
  if (tsModule.isFunctionDeclaration(statement)) return [[statement.name?.text ?? 'default', statement]]
  if (tsModule.isExportAssignment(statement)) return [['default', statement]]
  return [[undefined, statement]]
}

/** Returns the kind of `createSignal(…)` and, with a namespace import, of `solid.createSignal(…)`. */
function callKind(
  tsModule: typeof ts,
  imports: readonly ValueImport[],
  callee: ts.Expression,
): ReactivePlace['kind'] | undefined {
  const isMember = tsModule.isPropertyAccessExpression(callee)
  const local = isMember ? callee.expression : callee
  if (!tsModule.isIdentifier(local)) return undefined
  for (const { specifier, names } of imports) {
    const imported = names.get(local.text)
    if (imported === undefined || (imported === '*') !== isMember) continue
    const name = isMember ? callee.name.text : imported
    if (/^solid-js(?:\/|$)/.test(specifier))
      return SIGNALS.has(name) ? 'signal' : EFFECTS.has(name) ? 'effect' : undefined
    return specifier === '@fw/runtime' && name === 'intent' ? 'intent' : undefined
  }
  return undefined
}

type Opening = ts.JsxOpeningElement | ts.JsxSelfClosingElement
type PlaceOf = (node: ts.Node) => JsxPlace

/** Returns events, refs, directives and two-way bindings of a host element, including literal spreads. */
function hostPlaces(tsModule: typeof ts, element: Opening, place: PlaceOf): ReactivePlace[] {
  const toReactivePlaces = (name: string, node: ts.Node): ReactivePlace[] =>
    isInteractiveAttribute(name) ? [{ kind: name.startsWith('on') ? 'event' : 'ref', name, ...place(node) }] : []
  return element.attributes.properties.flatMap((attribute): ReactivePlace[] => {
    if (tsModule.isJsxSpreadAttribute(attribute)) {
      const spread = unwrap(tsModule, attribute.expression)
      if (!tsModule.isObjectLiteralExpression(spread)) return []
      return spread.properties.flatMap((member) => {
        const name = member.name && nameText(tsModule, member.name)
        const isText = tsModule.isPropertyAssignment(member) && tsModule.isStringLiteralLike(member.initializer)
        return name === undefined || isText ? [] : toReactivePlaces(name, member)
      })
    }
    const isText = attribute.initializer !== undefined && tsModule.isStringLiteral(attribute.initializer)
    return isText ? [] : toReactivePlaces(attribute.name.getText(), attribute)
  })
}

function intentCall(tsModule: typeof ts, file: ts.SourceFile, call: ts.CallExpression, place: PlaceOf): IntentCall[] {
  const [name, definition] = call.arguments
  if (name === undefined) return []
  const literal = definition && tsModule.isObjectLiteralExpression(definition) ? definition : undefined
  const members = literal?.properties ?? []
  // A spread or a passed value may contain one.
  const described =
    literal === undefined ||
    members.some((member) => member.name === undefined || member.name.getText(file) === 'description')
  return [{ ...place(call), described, name: place(name) }]
}
