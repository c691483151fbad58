/** What the rules ask about the JSX of a file: code that needs a browser, props, and intents, each with its place. */
import type { ts } from '../program/typescript.ts'
import type { AppReader } from './app-reader.ts'
import { readValueImports, type ValueImport } from './value-imports.ts'

export interface Place {
  readonly start: number
  readonly end: number
}

/** Code that does something in a browser only. */
export interface ReactivePlace extends Place {
  readonly kind: 'event' | 'ref' | 'signal' | 'effect' | 'intent'
  readonly name: string
}

/** A prop whose value cannot be sent to a browser. */
export interface LostProp extends Place {
  readonly kind: 'function' | 'instance' | 'symbol' | 'api'
  readonly name: string
  /** Of `instance`: its class. */
  readonly type?: string
}

/** An element of a component, `<Cart …>`. */
export interface ComponentElement {
  /** As it is written. */
  readonly tag: string
  /** The top-level declaration that it stands in. */
  readonly owner: string | undefined
  readonly lost: readonly LostProp[]
}

export interface IntentCall extends Place {
  readonly described: boolean
  /** The name as a text. */
  readonly name: Place
  /** Right behind the `{` of the definition, where there is one. */
  readonly inside: number | undefined
}

export interface JsxPlaces {
  readonly text: string
  readonly imports: readonly ValueImport[]
  readonly reactive: readonly ReactivePlace[]
  readonly elements: readonly ComponentElement[]
  readonly intents: readonly IntentCall[]
}

const SIGNALS = new Set(['createSignal', 'createDeferred', 'createSelector'])
const EFFECTS = new Set(['createEffect', 'createRenderEffect', 'createComputed', 'createReaction', 'onMount'])

const readers = new WeakMap<typeof ts, (file: ts.SourceFile) => JsxPlaces>()

/** One function for each TypeScript, so that what it read is known again. */
export function jsxReaderOf({ ts: tsModule }: AppReader): (file: ts.SourceFile) => JsxPlaces {
  const known = readers.get(tsModule)
  if (known !== undefined) return known
  const read = (file: ts.SourceFile) => readJsxPlaces(tsModule, file)
  readers.set(tsModule, read)
  return read
}

function readJsxPlaces(tsModule: typeof ts, file: ts.SourceFile): JsxPlaces {
  const imports = readValueImports(tsModule, file)
  const reactive: ReactivePlace[] = []
  const elements: ComponentElement[] = []
  const intents: IntentCall[] = []
  const place = (node: ts.Node): Place => ({ start: node.getStart(file), end: node.end })
  const visit = (node: ts.Node, owner: string | undefined): void => {
    if (tsModule.isJsxOpeningElement(node) || tsModule.isJsxSelfClosingElement(node)) {
      const tag = node.tagName.getText(file)
      if (/^[a-z]/.test(tag)) reactive.push(...hostPlaces(tsModule, node, place))
      else elements.push({ tag, owner, lost: lostProps(tsModule, node, imports, place) })
    }
    if (tsModule.isCallExpression(node) && tsModule.isIdentifier(node.expression)) {
      const kind = callKind(imports, node.expression.text)
      if (kind !== undefined) reactive.push({ kind, name: node.expression.text, ...place(node) })
      if (kind === 'intent') intents.push(...intentCall(tsModule, file, node, place))
    }
    tsModule.forEachChild(node, (child) => visit(child, owner))
  }
  for (const statement of file.statements) for (const [owner, node] of ownersIn(tsModule, statement)) visit(node, owner)
  return { text: file.text, imports, reactive, elements, intents }
}

/** The declarations of a statement by name; `default` for an anonymous default export. */
function ownersIn(tsModule: typeof ts, statement: ts.Statement): readonly (readonly [string | undefined, ts.Node])[] {
  if (tsModule.isVariableStatement(statement))
    return statement.declarationList.declarations.map((node) => [node.name.getText(), node])
  if (tsModule.isFunctionDeclaration(statement)) return [[statement.name?.text ?? 'default', statement]]
  if (tsModule.isExportAssignment(statement)) return [['default', statement]]
  return [[undefined, statement]]
}

function callKind(imports: readonly ValueImport[], local: string): ReactivePlace['kind'] | undefined {
  for (const { specifier, names } of imports) {
    const name = names.get(local)
    if (name === undefined) continue
    if (/^solid-js(?:\/|$)/.test(specifier))
      return SIGNALS.has(name) ? 'signal' : EFFECTS.has(name) ? 'effect' : undefined
    return specifier === '@fw/runtime' && name === 'intent' ? 'intent' : undefined
  }
  return undefined
}

type Opening = ts.JsxOpeningElement | ts.JsxSelfClosingElement
type PlaceOf = (node: ts.Node) => Place

/** Events, refs, directives and two-way bindings of a host element. */
function hostPlaces(tsModule: typeof ts, element: Opening, place: PlaceOf): ReactivePlace[] {
  return element.attributes.properties.flatMap((attribute): ReactivePlace[] => {
    if (!tsModule.isJsxAttribute(attribute)) return []
    const name = attribute.name.getText()
    if (attribute.initializer !== undefined && tsModule.isStringLiteral(attribute.initializer)) return []
    if (/^(?:on[A-Z:]|oncapture:)/.test(name)) return [{ kind: 'event', name, ...place(attribute) }]
    return name === 'ref' || /^(?:use|bind):/.test(name) ? [{ kind: 'ref', name, ...place(attribute) }] : []
  })
}

function intentCall(tsModule: typeof ts, file: ts.SourceFile, call: ts.CallExpression, place: PlaceOf): IntentCall[] {
  const [name, definition] = call.arguments
  if (name === undefined) return []
  const literal = definition && tsModule.isObjectLiteralExpression(definition) ? definition : undefined
  const members = literal?.properties ?? []
  // What is spread or handed in may bring one.
  const described =
    literal === undefined ||
    members.some((member) => member.name === undefined || member.name.getText(file) === 'description')
  return [{ ...place(call), described, name: place(name), inside: literal && literal.getStart(file) + 1 }]
}

function lostProps(tsModule: typeof ts, element: Opening, imports: readonly ValueImport[], place: PlaceOf): LostProp[] {
  return element.attributes.properties.flatMap((attribute): LostProp[] => {
    if (!tsModule.isJsxAttribute(attribute) || attribute.initializer === undefined) return []
    const name = attribute.name.getText()
    if (!tsModule.isJsxExpression(attribute.initializer) || name.startsWith('client:')) return []
    const value = attribute.initializer.expression
    const lost = value && lostValue(tsModule, value, imports)
    return lost === undefined ? [] : [{ name, ...lost, ...place(attribute) }]
  })
}

/** What devalue takes besides plain data. */
const SENT =
  /^(?:Date|Map|Set|URL|URLSearchParams|RegExp|ArrayBuffer|[A-Za-z0-9]*Array|Object|Array|String|Number|Boolean)$/

type Lost = Pick<LostProp, 'kind' | 'type'>

/** Why a value cannot be sent, as far as it is written here; a type would tell more. */
function lostValue(tsModule: typeof ts, given: ts.Expression, imports: readonly ValueImport[]): Lost | undefined {
  let value = given
  while (
    tsModule.isParenthesizedExpression(value) ||
    tsModule.isAsExpression(value) ||
    tsModule.isSatisfiesExpression(value)
  )
    value = value.expression
  if (tsModule.isArrowFunction(value) || tsModule.isFunctionExpression(value) || tsModule.isClassExpression(value))
    return { kind: 'function' }
  if (tsModule.isNewExpression(value)) {
    const type = value.expression.getText()
    return SENT.test(type) ? undefined : { kind: 'instance', type }
  }
  if (tsModule.isCallExpression(value) && value.expression.getText() === 'Symbol') return { kind: 'symbol' }
  if (!tsModule.isIdentifier(value)) return undefined
  const { text } = value
  if (imports.some(({ specifier, names }) => /\.api(?:\.ts)?$/.test(specifier) && names.has(text)))
    return { kind: 'api' }
  const declared = declarationOf(tsModule, value)
  if (declared === undefined) return undefined
  if (tsModule.isFunctionDeclaration(declared) || tsModule.isClassDeclaration(declared)) return { kind: 'function' }
  return declared.initializer && !tsModule.isIdentifier(declared.initializer)
    ? lostValue(tsModule, declared.initializer, imports)
    : undefined
}

type Declared = ts.FunctionDeclaration | ts.ClassDeclaration | ts.VariableDeclaration

/** The function, class or variable of this name that is in scope at `name`; undefined for parameters and imports. */
function declarationOf(tsModule: typeof ts, name: ts.Identifier): Declared | undefined {
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

/** Roughly: a name that occurs in the pattern. */
function bindsName(pattern: ts.BindingName, name: string): boolean {
  return new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(pattern.getText())
}
