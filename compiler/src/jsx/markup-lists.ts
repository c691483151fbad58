/** Reads `<For>` whose callback returns markup only, so that it becomes a loop that joins strings: see `concatHtml`. */
import { types } from '@babel/core'

/** Arguments of the runtime's loop. */
interface MarkupList {
  /** A function that returns the items. */
  readonly each: types.Expression
  /** The callback, which returns HTML. */
  readonly render: types.Expression
  /** A function that returns what is shown without items. */
  readonly fallback: types.Expression | undefined
}

/** Returns the HTML of an expression that always is markup; `undefined` for other expressions. */
type ReadMarkup = (value: types.Expression) => types.Expression | undefined

/**
 * Reads the props of `<For>`, as Solid's preset creates them. Changes the callback. Returns `undefined` if it may return
 * something other than markup: Solid separates texts from each other, and calls functions after all items were rendered.
 */
export function readMarkupList(props: types.Node | undefined | null, readMarkup: ReadMarkup): MarkupList | undefined {
  if (!types.isObjectExpression(props)) return undefined
  const values = new Map<string, types.Expression>()
  for (const property of props.properties) {
    const name = getName(property)
    if (name === undefined || values.has(name)) return undefined
    const value = name === 'children' ? readValue(property) : readLater(property)
    if (value === undefined) return undefined
    values.set(name, value)
  }
  const each = values.get('each')
  const callback = values.get('children')
  const fallback = values.get('fallback')
  const hasOthers = values.size > (fallback === undefined ? 2 : 3)
  if (each === undefined || callback === undefined || hasOthers) return undefined
  return returnHtml(callback, readMarkup) ? { each, render: callback, fallback } : undefined
}

type Property = types.ObjectExpression['properties'][number]

function getName(property: Property): string | undefined {
  if (types.isSpreadElement(property) || property.computed) return undefined
  return types.isIdentifier(property.key) ? property.key.name : undefined
}

function readValue(property: Property): types.Expression | undefined {
  return types.isObjectProperty(property) && types.isExpression(property.value) ? property.value : undefined
}

/** Returns a function that returns the value of a property. */
function readLater(property: Property): types.Expression | undefined {
  if (types.isObjectMethod(property, { kind: 'get' })) {
    const [statement, ...others] = property.body.body
    const isReturn = types.isReturnStatement(statement) && statement.argument && others.length === 0
    return types.arrowFunctionExpression([], isReturn && statement.argument ? statement.argument : property.body)
  }
  const value = readValue(property)
  return value && types.arrowFunctionExpression([], value)
}

/** Makes a callback return HTML in place of markup. Returns false, without any change, if it may return anything else. */
function returnHtml(callback: types.Expression, readMarkup: ReadMarkup): boolean {
  if (!types.isArrowFunctionExpression(callback) && !types.isFunctionExpression(callback)) return false
  if (callback.async || callback.generator) return false
  if (!types.isBlockStatement(callback.body)) {
    const html = readMarkup(callback.body)
    if (html === undefined) return false
    callback.body = html
    return true
  }
  const returns = listReturns(callback.body)
  const html = returns.map(({ argument }) => (argument ? readMarkup(argument) : undefined))
  // Without a return at its end, it may return nothing, which counts as a text.
  if (!types.isReturnStatement(callback.body.body.at(-1)) || html.includes(undefined)) return false
  for (const [index, statement] of returns.entries()) statement.argument = html[index]
  return true
}

/** Returns the return statements of a function's body, without those of inner functions. */
function listReturns(body: types.BlockStatement): readonly types.ReturnStatement[] {
  const returns: types.ReturnStatement[] = []
  types.traverseFast(body, (node) => {
    if (types.isFunction(node) || types.isClass(node)) return types.traverseFast.skip
    if (types.isReturnStatement(node)) returns.push(node)
    return undefined
  })
  return returns
}
