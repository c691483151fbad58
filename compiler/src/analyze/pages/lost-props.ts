/** Finds props of a component's element whose values can't be serialized, as far as they are literal. */
import type { ts } from '#program/typescript.ts'
import { nameText, unwrap } from '../modules/static-value.ts'
import type { ValueImport } from '../modules/value-imports.ts'

/** Reason why a value can't be serialized. */
interface Lost {
  readonly kind: 'function' | 'instance' | 'symbol' | 'api' | 'markup'
  /** Class name of an `instance`. */
  readonly type?: string
}

export interface LostProp extends Lost {
  /** Name of the prop with the path to the value: `options.format`. */
  readonly name: string
  readonly start: number
  readonly end: number
}

/** A prop with an export of another module as its value. */
export interface ImportedProp extends Pick<LostProp, 'name' | 'start' | 'end'> {
  readonly specifier: string
  readonly exportName: string
}

export interface PropValues {
  readonly lost: readonly LostProp[]
  readonly imported: readonly ImportedProp[]
}

type Ts = typeof ts
type Opening = ts.JsxOpeningElement | ts.JsxSelfClosingElement

/** Reads the props of an element. `imports`: the file's imports. */
export function readProps(tsModule: Ts, element: Opening, imports: readonly ValueImport[]): PropValues {
  const props = new Map<string, Found[]>()
  const context = { ts: tsModule, imports }
  for (const attribute of element.attributes.properties) {
    const place = { start: attribute.getStart(), end: attribute.end }
    const add = (found: readonly FoundValue[]) => {
      for (const one of found) {
        const prop = /^[^.[]*/.exec(one.path)?.[0] ?? ''
        props.set(prop, [...(props.get(prop) ?? []), { ...one, ...place }])
      }
    }
    if (tsModule.isJsxSpreadAttribute(attribute))
      add(valuesIn(context, attribute.expression, { path: '', depth: -1, steps: 0 }))
    else {
      const name = attribute.name.getText()
      const value = attribute.initializer
      // The last prop with a name is used.
      props.delete(name)
      if (value && tsModule.isJsxExpression(value) && value.expression && !name.startsWith('client:'))
        add(valuesIn(context, value.expression, { path: name, depth: 0, steps: 0 }))
    }
  }
  const all = [...props.values()].flat()
  return {
    lost: [
      ...all.flatMap(({ path: name, lost, start, end }) => (lost ? [{ name, ...lost, start, end }] : [])),
      ...functionChildren(tsModule, element),
    ],
    imported: all.flatMap(({ path: name, imported, start, end }) =>
      imported ? [{ name, ...imported, start, end }] : [],
    ),
  }
}

/** Returns the values at `node`, a module's export, that can't be serialized; `name` is the path from there. */
export function lostExport(tsModule: Ts, node: ts.Node): readonly (Lost & Pick<LostProp, 'name'>)[] {
  if (tsModule.isFunctionDeclaration(node) || tsModule.isClassDeclaration(node)) return [{ kind: 'function', name: '' }]
  const value = tsModule.isExportAssignment(node) ? node.expression : node
  if (!tsModule.isExpression(value)) return []
  // The imports of that module aren't followed.
  const found = valuesIn({ ts: tsModule, imports: [] }, value, { path: '', depth: 0, steps: 0 })
  return found.flatMap(({ path: name, lost }) => (lost ? [{ name, ...lost }] : []))
}

interface FoundValue {
  readonly path: string
  readonly lost?: Lost
  readonly imported?: Pick<ImportedProp, 'specifier' | 'exportName'>
}

interface Found extends FoundValue {
  readonly start: number
  readonly end: number
}

interface Context {
  readonly ts: Ts
  readonly imports: readonly ValueImport[]
}

interface At {
  readonly path: string
  /** Number of enclosing objects; -1 for an object of props. */
  readonly depth: number
  /** Number of constants that were followed. */
  readonly steps: number
}

/** Types that devalue serializes beside plain data. */
const SENT =
  /^(?:Date|Map|Set|URL|URLSearchParams|RegExp|ArrayBuffer|[A-Za-z0-9]*Array|Object|Array|String|Number|Boolean)$/
/** Limit for constants that refer to each other in a cycle. */
const MAX_STEPS = 8

/** Returns the parts of a value that can't be serialized. A type would be more exact. */
function valuesIn(context: Context, given: ts.Expression, at: At): readonly FoundValue[] {
  const { ts } = context
  const value = unwrap(ts, given)
  const lost = (kind: Lost['kind'], type?: string): readonly FoundValue[] => [
    { path: at.path, lost: { kind, ...(type !== undefined && { type }) } },
  ]
  const inside = (node: ts.Expression, name: string) =>
    valuesIn(context, node, { ...at, path: at.path + name, depth: at.depth + 1 })
  if (ts.isArrowFunction(value) || ts.isFunctionExpression(value) || ts.isClassExpression(value))
    return at.depth < 0 ? [] : lost('function')
  if (ts.isJsxElement(value) || ts.isJsxSelfClosingElement(value) || ts.isJsxFragment(value))
    return at.depth > 0 ? lost('markup') : []
  if (ts.isNewExpression(value)) {
    const type = value.expression.getText()
    return SENT.test(type) ? [] : lost('instance', type)
  }
  if (ts.isConditionalExpression(value))
    return [...valuesIn(context, value.whenTrue, at), ...valuesIn(context, value.whenFalse, at)]
  if (ts.isBinaryExpression(value)) {
    const { kind } = value.operatorToken
    const isEither = kind === ts.SyntaxKind.QuestionQuestionToken || kind === ts.SyntaxKind.BarBarToken
    if (!isEither && kind !== ts.SyntaxKind.AmpersandAmpersandToken) return []
    return [...(isEither ? valuesIn(context, value.left, at) : []), ...valuesIn(context, value.right, at)]
  }
  if (ts.isArrayLiteralExpression(value))
    // A list of markup is markup.
    return value.elements.flatMap((element, index) =>
      valuesIn(context, element, { ...at, path: `${at.path}[${index}]` }),
    )
  if (ts.isObjectLiteralExpression(value))
    return value.properties.flatMap((member) => {
      if (ts.isSpreadAssignment(member)) return valuesIn(context, member.expression, at)
      const name = member.name && nameText(ts, member.name)
      if (name === undefined) return []
      const text = at.depth < 0 ? name : `.${name}`
      if (ts.isMethodDeclaration(member)) return [{ path: at.path + text, lost: { kind: 'function' as const } }]
      if (ts.isPropertyAssignment(member)) return inside(member.initializer, text)
      return ts.isShorthandPropertyAssignment(member) ? inside(member.name, text) : []
    })
  if (ts.isCallExpression(value)) {
    const { expression } = value
    if (/^Symbol(?:\.for)?$/.test(expression.getText())) return lost('symbol')
    return ts.isPropertyAccessExpression(expression) && expression.name.text === 'bind' ? lost('function') : []
  }
  if (ts.isPropertyAccessExpression(value) && value.expression.getText() === 'Symbol') return lost('symbol')
  return ts.isIdentifier(value) ? resolveName(context, value, at) : []
}

function resolveName(context: Context, name: ts.Identifier, at: At): readonly FoundValue[] {
  const { ts, imports } = context
  const source = imports.find(({ names }) => names.has(name.text))
  const declared = findDeclaration(ts, name)
  if (declared === undefined) {
    if (source === undefined || at.depth < 0 || isParameter(ts, name)) return []
    if (/\.api(?:\.ts)?$/.test(source.specifier)) return [{ path: at.path, lost: { kind: 'api' } }]
    const exportName = source.names.get(name.text) ?? name.text
    return exportName === '*' ? [] : [{ path: at.path, imported: { specifier: source.specifier, exportName } }]
  }
  if (ts.isFunctionDeclaration(declared) || ts.isClassDeclaration(declared))
    return at.depth < 0 ? [] : [{ path: at.path, lost: { kind: 'function' } }]
  const { initializer } = declared
  if (initializer === undefined || at.steps === MAX_STEPS) return []
  return valuesIn(context, initializer, { ...at, steps: at.steps + 1 })
}

type Declared = ts.FunctionDeclaration | ts.ClassDeclaration | ts.VariableDeclaration

/**
 * Returns the function, class or variable with this name in the scope of `name`; `undefined` for parameters and
 * imports.
 */
function findDeclaration(tsModule: Ts, name: ts.Identifier): Declared | undefined {
  for (let node: ts.Node = name; node !== undefined; node = node.parent) {
    if (tsModule.isFunctionLike(node) && node.parameters.some(({ name: own }) => bindsName(own, name.text)))
      return undefined
    if (!tsModule.isBlock(node) && !tsModule.isSourceFile(node)) continue
    for (const statement of node.statements) {
      if (
        (tsModule.isFunctionDeclaration(statement) || tsModule.isClassDeclaration(statement)) &&
        statement.name?.text === name.text
      )
        return statement
      if (!tsModule.isVariableStatement(statement)) continue
      const found = statement.declarationList.declarations.find((item) => bindsName(item.name, name.text))
      if (found !== undefined) return tsModule.isIdentifier(found.name) ? found : undefined
    }
  }
  return undefined
}

/** Returns whether an enclosing parameter or a destructured variable has this name. */
function isParameter(tsModule: Ts, name: ts.Identifier): boolean {
  for (let node: ts.Node = name; node !== undefined; node = node.parent) {
    if (tsModule.isFunctionLike(node) && node.parameters.some(({ name: own }) => bindsName(own, name.text))) return true
    const isTaken =
      tsModule.isBlock(node) &&
      node.statements.some(
        (statement) =>
          tsModule.isVariableStatement(statement) &&
          statement.declarationList.declarations.some((item) => bindsName(item.name, name.text)),
      )
    if (isTaken) return true
  }
  return false
}

/** An approximation: the name occurs in the pattern. */
function bindsName(pattern: ts.BindingName, name: string): boolean {
  return new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(pattern.getText())
}

/** Finds functions as children: children are markup, which an island shows and can't call. */
function functionChildren(tsModule: Ts, element: Opening): readonly LostProp[] {
  if (!tsModule.isJsxOpeningElement(element)) return []
  return element.parent.children.flatMap((child): LostProp[] => {
    const value = tsModule.isJsxExpression(child) && child.expression ? unwrap(tsModule, child.expression) : undefined
    const isFunction = value && (tsModule.isArrowFunction(value) || tsModule.isFunctionExpression(value))
    if (!isFunction || value.parameters.length === 0) return []
    return [{ kind: 'function', name: 'children', start: child.getStart(), end: child.end }]
  })
}
