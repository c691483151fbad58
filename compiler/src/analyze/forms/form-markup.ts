/** Reads one element of a form: its field, or whether other code renders fields in its place. */
import type { ts } from '#program/typescript.ts'
import { staticValue, unwrap } from '../modules/static-value.ts'

type Ts = typeof ts
type Opening = ts.JsxOpeningLikeElement
type IsForm = (name: ts.Identifier) => boolean

export interface FormField {
  /** The submitted name; computed indexes are 0. */
  readonly name: string
  /** Start of the name's expression. */
  readonly start: number
  readonly end: number
  /** Whether the name is a plain string literal. */
  readonly isText: boolean
  readonly isFile: boolean
  /** TypeScript checks the name: it is an argument of `form.field('…')`. */
  readonly isTyped: boolean
}

/** Returns the source of a tag name, such as `Tabs.Panel`. */
export function getTag({ tagName }: Opening): string {
  return tagName.getText()
}

export function attributeNamed(tsModule: Ts, element: Opening, name: string): ts.JsxAttribute | undefined {
  return element.attributes.properties.find(
    (one): one is ts.JsxAttribute => tsModule.isJsxAttribute(one) && one.name.getText() === name,
  )
}

/** Returns whether an element may have further content from a spread or from raw HTML, which can't be analyzed. */
export function isOpenField(tsModule: Ts, element: Opening): boolean {
  return element.attributes.properties.some(
    (one) => tsModule.isJsxSpreadAttribute(one) || /^(?:children|innerHTML)$/.test(one.name.getText()),
  )
}

/**
 * Returns the field of an `<input>` or similar element; `undefined` if it is never submitted, `dynamic` if its name is
 * known only at run time, `elsewhere` for a button that submits the form to another URL.
 */
export function fieldName(
  tsModule: Ts,
  element: Opening,
  isForm: IsForm,
): FormField | 'dynamic' | 'elsewhere' | undefined {
  const attribute = (name: string) => attributeNamed(tsModule, element, name)
  if (attribute('formaction') ?? attribute('formAction')) return 'elsewhere'
  const type = readText(tsModule, attribute('type'))
  if (UNSENT.test(type ?? '') || isDisabled(tsModule, attribute('disabled'))) return undefined
  let spread: FormField | undefined
  for (const one of element.attributes.properties) {
    if (!tsModule.isJsxSpreadAttribute(one)) continue
    const name = readTypedName(tsModule, one.expression, isForm)
    if (name === undefined) return 'dynamic'
    spread = fieldAt(one.expression, name, { isTyped: true, isFile: type === 'file' })
  }
  const written = attribute('name')
  const value = written?.initializer
  if (value === undefined) return spread
  const expression = tsModule.isJsxExpression(value)
    ? value.expression
    : tsModule.isStringLiteral(value)
      ? value
      : undefined
  if (expression === undefined) return 'dynamic'
  const node = unwrap(tsModule, expression)
  const typed = tsModule.isPropertyAccessExpression(node) && node.name.text === 'name' ? node.expression : undefined
  const typedText = typed && readTypedName(tsModule, typed, isForm)
  const name = typedText ?? nameIn(tsModule, node)
  if (name === undefined) return 'dynamic'
  // An input of unknown type may be a file input.
  const isFile = type === 'file' || (type === undefined && attribute('type') !== undefined)
  return fieldAt(node, name, { isTyped: typedText !== undefined, isFile, isText: tsModule.isStringLiteralLike(node) })
}

/** Buttons that submit nothing, and an image button, which submits coordinates. */
const UNSENT = /^(?:button|reset|image)$/i

function fieldAt(
  node: ts.Node,
  name: string,
  traits: Pick<FormField, 'isTyped' | 'isFile'> & Partial<Pick<FormField, 'isText'>>,
): FormField {
  const start = node.getStart()
  const isText = traits.isText === true && node.getText().slice(1, -1) === name
  return { name, start, end: node.end, ...traits, isText }
}

function readText(tsModule: Ts, attribute: ts.JsxAttribute | undefined): string | undefined {
  const value = attribute?.initializer
  if (value === undefined) return undefined
  if (tsModule.isStringLiteral(value)) return value.text
  const found = tsModule.isJsxExpression(value) && value.expression && staticValue(tsModule, value.expression)?.value
  return typeof found === 'string' ? found : undefined
}

function isDisabled(tsModule: Ts, attribute: ts.JsxAttribute | undefined): boolean {
  if (attribute === undefined) return false
  const value = attribute.initializer
  if (value === undefined || tsModule.isStringLiteral(value)) return true
  return tsModule.isJsxExpression(value) && value.expression?.kind === tsModule.SyntaxKind.TrueKeyword
}

/** Returns `'name'` of `form.field('name')`. */
function readTypedName(tsModule: Ts, given: ts.Expression, isForm: IsForm): string | undefined {
  const call = unwrap(tsModule, given)
  if (!tsModule.isCallExpression(call) || !tsModule.isPropertyAccessExpression(call.expression)) return undefined
  const { expression: form, name: method } = call.expression
  const [name] = call.arguments
  if (!tsModule.isIdentifier(form) || method.text !== 'field' || name === undefined || !isForm(form)) return undefined
  return nameIn(tsModule, unwrap(tsModule, name))
}

/** Returns a string, including one with an index: `items[${index()}].qty` is `items[0].qty`. */
function nameIn(tsModule: Ts, node: ts.Expression): string | undefined {
  const value = staticValue(tsModule, node)?.value
  if (typeof value === 'string') return value
  if (!tsModule.isTemplateExpression(node)) return undefined
  let text = node.head.text
  for (const { literal } of node.templateSpans) {
    if (!text.endsWith('[') || !literal.text.startsWith(']')) return undefined
    text += `0${literal.text}`
  }
  return text
}

/**
 * Returns whether an expression in JSX may render fields of other code: children, props, and results of functions.
 * Member reads such as `order().total` count as text.
 */
export function mayRenderFields(tsModule: Ts, given: ts.Expression, isForm: IsForm): boolean {
  const isOpen = (one: ts.Expression): boolean => mayRenderFields(tsModule, one, isForm)
  const node = unwrap(tsModule, given)
  if (tsModule.isConditionalExpression(node)) return isOpen(node.whenTrue) || isOpen(node.whenFalse)
  if (tsModule.isBinaryExpression(node)) {
    const operator = node.operatorToken.getText()
    return !ARITHMETIC.test(operator) && (isOpen(node.right) || (operator !== '&&' && isOpen(node.left)))
  }
  if (tsModule.isArrowFunction(node) && !tsModule.isBlock(node.body)) return isOpen(node.body)
  if (tsModule.isArrowFunction(node) || tsModule.isFunctionExpression(node)) return !returnsMarkup(tsModule, node)
  if (tsModule.isPropertyAccessExpression(node))
    return node.name.text === 'children' || (tsModule.isIdentifier(node.expression) && node.expression.text === 'props')
  if (!tsModule.isCallExpression(node)) return tsModule.isIdentifier(node) && node.text !== 'undefined'
  const callee = node.expression
  if (tsModule.isIdentifier(callee)) return callee.text !== 't'
  if (!tsModule.isPropertyAccessExpression(callee)) return true
  if (tsModule.isIdentifier(callee.expression) && isForm(callee.expression)) return false
  const [first] = node.arguments
  if (/^(?:map|flatMap)$/.test(callee.name.text) && first !== undefined) return isOpen(first)
  return !TEXTS.test(callee.name.text)
}

/** Operators whose results are strings, numbers or booleans. */
const ARITHMETIC = /^(?:[-+*/%<>]|[=!]==?|[<>]=)$/
/** Methods that return strings. */
const TEXTS =
  /^(?:to\w*String|toFixed|to(?:Locale)?(?:Upper|Lower)Case|trim\w*|slice|join|pad\w+|replace\w*|format\w*|t)$/

/** Returns whether all results of a function are JSX in its body, or nothing. */
function returnsMarkup(tsModule: Ts, { body }: ts.ArrowFunction | ts.FunctionExpression): boolean {
  let isMarkup = true
  const visit = (node: ts.Node): void => {
    if (tsModule.isFunctionLike(node)) return
    if (tsModule.isReturnStatement(node) && node.expression !== undefined) {
      const returned = unwrap(tsModule, node.expression)
      isMarkup &&=
        tsModule.isJsxElement(returned) ||
        tsModule.isJsxSelfClosingElement(returned) ||
        tsModule.isJsxFragment(returned) ||
        returned.kind === tsModule.SyntaxKind.NullKeyword
    }
    tsModule.forEachChild(node, visit)
  }
  visit(body)
  return isMarkup
}
