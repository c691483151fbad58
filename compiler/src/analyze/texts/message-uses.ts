/** Finds calls of `t` in a file: their keys and values. */
import { FIELD_RULES } from '@fw/runtime/contract'
import type { ts } from '#program/typescript.ts'
import { nameText, staticValue, unwrap } from '../modules/static-value.ts'

/** Offsets in the file. */
interface Range {
  readonly start: number
  readonly end: number
}

export interface MessageUse extends Range {
  /** Undefined if the key is known only at run time. */
  readonly key: string | undefined
  /** Whether the key is a plain string literal. */
  readonly isText: boolean
  /** Names of the values; undefined if they aren't literal. */
  readonly values: readonly string[] | undefined
}

interface MessageUses {
  readonly text: string
  readonly uses: readonly MessageUse[]
  /** Uses in doc comments, `@message t('key')`. Only the server reads these messages. */
  readonly tagged: readonly MessageUse[]
  /** Whether the file uses the page's language. */
  readonly isLocal: boolean
}

/** Functions of the runtime that need the page's language. */
const LOCAL: ReadonlySet<string> = new Set(['t', 'useI18n', 'localePath', 'switchPath'])

/** Returns the uses of messages in a file. */
export function readMessageUses(tsModule: typeof ts, file: ts.SourceFile): MessageUses {
  const { text } = file
  const tagged = findTaggedUses(text)
  const names = listImportedNames(tsModule, file)
  if (names.size === 0) return { text, uses: [], tagged, isLocal: false }
  const scope = {
    functions: findLocalNames(names, 't'),
    hooks: findLocalNames(names, 'useI18n'),
    objects: new Set<string>(),
  }
  const uses: MessageUse[] = []
  const visit = (node: ts.Node): void => {
    if (tsModule.isVariableDeclaration(node)) bind(tsModule, node, scope)
    if (tsModule.isCallExpression(node) && isTranslation(tsModule, node, scope))
      uses.push(...findUses(tsModule, file, node))
    tsModule.forEachChild(node, visit)
  }
  visit(file)
  return { text, uses, tagged, isLocal: true }
}

/** Values of a message of a field: the limits of its rules. */
const LIMITS: readonly string[] = FIELD_RULES

function findTaggedUses(text: string): readonly MessageUse[] {
  if (!text.includes('@message')) return []
  return [...text.matchAll(/@message\s+(?:[A-Za-z]+\s+)?t\((?=(['"])([^'"\n]+)\1\))/g)].map((match) => {
    const start = match.index + match[0].length
    const key = match[2] ?? ''
    return { key, isText: true, values: LIMITS, start, end: start + key.length + 2 }
  })
}

/** Returns local name -> name in the runtime. */
function listImportedNames(tsModule: typeof ts, file: ts.SourceFile): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const statement of file.statements) {
    if (!tsModule.isImportDeclaration(statement) || !tsModule.isStringLiteral(statement.moduleSpecifier)) continue
    const bindings = statement.importClause?.namedBindings
    if (statement.moduleSpecifier.text !== '@fw/runtime' || !bindings || !tsModule.isNamedImports(bindings)) continue
    for (const { name, propertyName } of bindings.elements) {
      const imported = (propertyName ?? name).text
      if (LOCAL.has(imported)) found.set(name.text, imported)
    }
  }
  return found
}

function findLocalNames(names: ReadonlyMap<string, string>, wanted: string): Set<string> {
  return new Set([...names].filter(([, imported]) => imported === wanted).map(([local]) => local))
}

interface Scope {
  /** Local names of `t`. */
  readonly functions: Set<string>
  /** Local names of `useI18n`. */
  readonly hooks: ReadonlySet<string>
  /** Local names of results of `useI18n`. */
  readonly objects: Set<string>
}

/** `const { t } = useI18n()` and `const i18n = useI18n()`. */
function bind(tsModule: typeof ts, { name, initializer }: ts.VariableDeclaration, scope: Scope): void {
  if (initializer === undefined || !isHook(tsModule, unwrap(tsModule, initializer), scope)) return
  if (tsModule.isIdentifier(name)) scope.objects.add(name.text)
  else if (tsModule.isObjectBindingPattern(name))
    for (const { name: local, propertyName } of name.elements) {
      if (!tsModule.isIdentifier(local)) continue
      const from = propertyName === undefined ? local.text : nameText(tsModule, propertyName)
      if (from === 't') scope.functions.add(local.text)
    }
}

function isHook(tsModule: typeof ts, node: ts.Expression, { hooks }: Scope): boolean {
  return tsModule.isCallExpression(node) && tsModule.isIdentifier(node.expression) && hooks.has(node.expression.text)
}

function isTranslation(tsModule: typeof ts, { expression }: ts.CallExpression, scope: Scope): boolean {
  if (tsModule.isIdentifier(expression))
    return scope.functions.has(expression.text) && !isParameter(tsModule, expression)
  if (!tsModule.isPropertyAccessExpression(expression) || expression.name.text !== 't') return false
  const object = unwrap(tsModule, expression.expression)
  if (isHook(tsModule, object, scope)) return true
  return tsModule.isIdentifier(object) && scope.objects.has(object.text) && !isParameter(tsModule, object)
}

/** Returns whether a parameter of an enclosing function has the name: `teas.map((t) => t(…))`. */
function isParameter(tsModule: typeof ts, name: ts.Identifier): boolean {
  for (let node: ts.Node | undefined = name.parent; node !== undefined; node = node.parent)
    if (
      tsModule.isFunctionLike(node) &&
      node.parameters.some((one) => tsModule.isIdentifier(one.name) && one.name.text === name.text)
    )
      return true
  return false
}

function findUses(tsModule: typeof ts, file: ts.SourceFile, { arguments: given }: ts.CallExpression): MessageUse[] {
  const [key, values] = given
  if (key === undefined) return []
  const names = values === undefined ? [] : namesIn(tsModule, values)
  return branches(tsModule, key).map((node) => {
    const value = staticValue(tsModule, node)?.value
    return {
      key: typeof value === 'string' ? value : undefined,
      isText: tsModule.isStringLiteralLike(node),
      values: names,
      start: node.getStart(file),
      end: node.end,
    }
  })
}

/** Returns the possible keys: both branches of `isNew ? 'a' : 'b'`. */
function branches(tsModule: typeof ts, given: ts.Expression): readonly ts.Expression[] {
  const node = unwrap(tsModule, given)
  if (!tsModule.isConditionalExpression(node)) return [node]
  return [...branches(tsModule, node.whenTrue), ...branches(tsModule, node.whenFalse)]
}

function namesIn(tsModule: typeof ts, given: ts.Expression): readonly string[] | undefined {
  const node = unwrap(tsModule, given)
  if (!tsModule.isObjectLiteralExpression(node)) return undefined
  const names = node.properties.map(({ name }) => name && nameText(tsModule, name))
  return names.every((name) => name !== undefined) ? names : undefined
}
