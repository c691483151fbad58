/** One element of a form: the field that it is, or whether other code renders fields in its place. */
import type { ts } from '../program/typescript.ts'
import { staticValue, unwrap } from './static-value.ts'

type Ts = typeof ts
type Opening = ts.JsxOpeningLikeElement
type IsForm = (name: ts.Identifier) => boolean

export interface FormField {
  /** As it is sent; what an index is made of is 0. */
  readonly name: string
  /** Of what gives it its name. */
  readonly start: number
  readonly end: number
  /** The name stands there as one plain text between quotes. */
  readonly isText: boolean
  readonly isFile: boolean
  /** TypeScript checks the name: it is that of `form.field('…')`. */
  readonly isTyped: boolean
}

/** Text of a plain tag name, or of the whole `Tabs.Panel`. */
export function getTag({ tagName }: Opening): string {
  return tagName.getText()
}

export function attributeNamed(tsModule: Ts, element: Opening, name: string): ts.JsxAttribute | undefined {
  return element.attributes.properties.find(
    (one): one is ts.JsxAttribute => tsModule.isJsxAttribute(one) && one.name.getText() === name,
  )
}

/** What may come from a spread, or be written as HTML, is not seen. */
export function isOpenField(tsModule: Ts, element: Opening): boolean {
  return element.attributes.properties.some(
    (one) => tsModule.isJsxSpreadAttribute(one) || /^(?:children|innerHTML)$/.test(one.name.getText()),
  )
}

/**
 * The field of an `<input>` and its like. Undefined for one that is never sent, `dynamic` for one whose name only running the
 * code would tell, `elsewhere` for a button that sends the form to an address of its own.
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
  // Of an unknown type it may be a file.
  const isFile = type === 'file' || (type === undefined && attribute('type') !== undefined)
  return fieldAt(node, name, { isTyped: typedText !== undefined, isFile, isText: tsModule.isStringLiteralLike(node) })
}

/** Buttons that send nothing, and a picture that sends where it was pressed. */
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

/** `'name'` of `form.field('name')`. */
function readTypedName(tsModule: Ts, given: ts.Expression, isForm: IsForm): string | undefined {
  const call = unwrap(tsModule, given)
  if (!tsModule.isCallExpression(call) || !tsModule.isPropertyAccessExpression(call.expression)) return undefined
  const { expression: form, name: method } = call.expression
  const [name] = call.arguments
  if (!tsModule.isIdentifier(form) || method.text !== 'field' || name === undefined || !isForm(form)) return undefined
  return nameIn(tsModule, unwrap(tsModule, name))
}

/** A text, also one with an index in it: `items[${index()}].qty` is `items[0].qty`. */
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
 * Whether what stands between tags may be fields that are rendered elsewhere: children, props, and what functions answer.
 * Data that is read off something (`order().total`) is taken for text.
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

/** Operators that make texts, numbers and booleans. */
const ARITHMETIC = /^(?:[-+*/%<>]|[=!]==?|[<>]=)$/
/** Methods that answer texts. */
const TEXTS =
  /^(?:to\w*String|toFixed|to(?:Locale)?(?:Upper|Lower)Case|trim\w*|slice|join|pad\w+|replace\w*|format\w*|t)$/

/** A body whose every answer is written there as markup, or nothing. */
function returnsMarkup(tsModule: Ts, { body }: ts.ArrowFunction | ts.FunctionExpression): boolean {
  let isMarkup = true
  const visit = (node: ts.Node): void => {
    if (tsModule.isFunctionLike(node)) return
    if (tsModule.isReturnStatement(node) && node.expression !== undefined) {
      const answer = unwrap(tsModule, node.expression)
      isMarkup &&=
        tsModule.isJsxElement(answer) ||
        tsModule.isJsxSelfClosingElement(answer) ||
        tsModule.isJsxFragment(answer) ||
        answer.kind === tsModule.SyntaxKind.NullKeyword
    }
    tsModule.forEachChild(node, visit)
  }
  visit(body)
  return isMarkup
}
