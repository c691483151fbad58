/**
 * Runs after Solid's preset on server code. Solid joins a template and its values at run time, value by value, with
 * checks of each value's type; most types are known here, so each `ssr(template, …)` becomes the string that it would
 * return.
 */
import { type NodePath, type PluginObj, types } from '@babel/core'
import { readMarkupList } from './markup-lists.ts'

/** The runtime's helpers for the concatenation. */
const HTML_HELPERS = { text: 'htmlText', node: 'htmlNode', list: 'htmlList' } as const
/** Class of markup values. */
const HTML_CLASS = 'Html'

/**
 * Helpers of Solid that `entry` exports too, with these names. There only the output of compiled code is markup, and
 * data never is.
 */
const OWN_HELPERS: ReadonlyMap<string, string> = new Map([
  ['createComponent', 'createComponent'],
  ['escape', 'escapeValue'],
  ['ssr', 'ssr'],
  ['ssrClassList', 'ssrClassList'],
  ['ssrElement', 'ssrElement'],
  ['ssrStyle', 'ssrStyle'],
])

/** Helpers of Solid that always return a string. */
const STRING_HELPERS: ReadonlySet<string> = new Set([
  'ssrAttribute',
  'ssrClassList',
  'ssrHydrationKey',
  'ssrStyle',
  'ssrStyleProperty',
])
const SOLID = 'solid-js/web'
/** The modules that export Solid's components for control flow. */
const SOLID_SOURCES: ReadonlySet<string> = new Set(['solid-js', SOLID])

/** Creates the plugin. `entry` is the module that the helpers are imported from. */
export function concatHtml(entry: string): PluginObj {
  return {
    visitor: {
      Program: {
        exit(program) {
          const templates = findTemplates(program.node)
          if (templates.size > 0) new Concatenation(program, templates).run(entry)
          importOwn(program.node, entry)
        },
      },
    },
  }
}

type Template = readonly string[]

class Concatenation {
  readonly #program: NodePath<types.Program>
  readonly #templates: ReadonlyMap<string, Template>
  /** Local name -> name in Solid. */
  readonly #helpers: ReadonlyMap<string, string>
  /** Each `new Html(…)` that was created here: an outer template extracts its string. */
  readonly #made = new WeakMap<types.Node, types.Expression>()
  /** The loops that were created here. They return strings. */
  readonly #lists = new WeakSet<types.Node>()
  readonly #imports = new Map<string, types.Identifier>()

  constructor(program: NodePath<types.Program>, templates: ReadonlyMap<string, Template>) {
    this.#program = program
    this.#templates = templates
    this.#helpers = solidImports(program.node)
  }

  run(entry: string): void {
    this.#program.traverse({
      CallExpression: {
        exit: (path) => {
          const replacement = this.#concatList(path) ?? this.#concatTemplate(path.node)
          if (replacement === undefined) return
          path.replaceWith(replacement)
          path.skip()
        },
      },
    })
    const specifiers = [...this.#imports].map(([name, local]) =>
      types.importSpecifier(types.cloneNode(local), types.identifier(name)),
    )
    const { body } = this.#program.node
    if (specifiers.length > 0) body.unshift(types.importDeclaration(specifiers, types.stringLiteral(entry)))
    dropUnused(this.#program.node, this.#templates)
  }

  #concatTemplate(call: types.CallExpression): types.Expression | undefined {
    const html = this.#concat(call)
    if (html === undefined) return undefined
    const made = types.newExpression(this.#import(HTML_CLASS), [html])
    this.#made.set(made, html)
    return made
  }

  /**
   * Returns the HTML of `ssr(template, …)`; `undefined` for other calls, and if a value's evaluation may have to wait
   * for the others.
   */
  #concat(call: types.CallExpression): types.Expression | undefined {
    if (this.#helperOf(call) !== 'ssr') return undefined
    const [first, ...values] = call.arguments
    const template = types.isIdentifier(first) ? this.#templates.get(first.name) : undefined
    if (template === undefined || template.length !== values.length + 1) return undefined
    const parts: types.Expression[] = [types.stringLiteral(template[0] ?? '')]
    for (const [index, value] of values.entries()) {
      const text = types.isExpression(value) ? this.#stringOf(value) : undefined
      if (text === undefined) return undefined
      parts.push(...listOperands(text), types.stringLiteral(template[index + 1] ?? ''))
    }
    return join(parts)
  }

  /** Returns a loop in place of `escape(createComponent(For, …))`, if its callback returns markup only. */
  #concatList({ node: call, scope }: NodePath<types.CallExpression>): types.Expression | undefined {
    const [value, ...others] = call.arguments
    if (this.#helperOf(call) !== 'escape' || others.length > 0 || !types.isCallExpression(value)) return undefined
    if (this.#helperOf(value) !== 'createComponent') return undefined
    const [component, props] = value.arguments
    if (!types.isIdentifier(component) || !isSolidImport(scope, component.name, 'For')) return undefined
    const list = readMarkupList(props, (node) => this.#readMarkup(node))
    if (list === undefined) return undefined
    const { each, render, fallback } = list
    const loop = this.#call('list', each, render, ...(fallback === undefined ? [] : [fallback]))
    this.#lists.add(loop)
    return loop
  }

  /** Returns the HTML of an expression that always is markup, or nothing; `undefined` for other expressions. */
  #readMarkup(value: types.Expression): types.Expression | undefined {
    const made = this.#made.get(value)
    if (made !== undefined) return made
    if (types.isNullLiteral(value)) return types.stringLiteral('')
    if (!types.isConditionalExpression(value)) return undefined
    const consequent = this.#readMarkup(value.consequent)
    const alternate = this.#readMarkup(value.alternate)
    if (consequent === undefined || alternate === undefined) return undefined
    return types.conditionalExpression(value.test, consequent, alternate)
  }

  /**
   * Returns an expression for the string that Solid would print for a value; `undefined` if the value may be a
   * function: Solid calls functions after all values were read, and the numbering of hydration keys follows that order.
   */
  #stringOf(value: types.Expression): types.Expression | undefined {
    const made = this.#made.get(value)
    if (made !== undefined) return made
    const text = this.#knownString(value)
    if (text !== undefined) return text
    if (types.isNumericLiteral(value)) return types.stringLiteral(String(value.value))
    if (types.isNullLiteral(value) || types.isBooleanLiteral(value)) return types.stringLiteral('')
    if (types.isIdentifier(value)) {
      const template = this.#templates.get(value.name)
      return template?.length === 1 ? types.stringLiteral(template[0] ?? '') : undefined
    }
    if (types.isCallExpression(value)) return this.#stringOfCall(value)
    if (types.isConditionalExpression(value)) {
      const consequent = this.#stringOf(value.consequent)
      const alternate = this.#stringOf(value.alternate)
      if (consequent === undefined || alternate === undefined) return undefined
      return types.conditionalExpression(value.test, consequent, alternate)
    }
    if (types.isLogicalExpression(value, { operator: '&&' })) {
      const right = this.#stringOf(value.right)
      return right && this.#call('node', types.logicalExpression('&&', value.left, right))
    }
    // The result of an operator is a primitive.
    return types.isBinaryExpression(value) || types.isUnaryExpression(value) ? this.#call('node', value) : undefined
  }

  /** Returns a value that always is a string, as a concatenation where possible; `undefined` for other values. */
  #knownString(value: types.Expression): types.Expression | undefined {
    if (types.isStringLiteral(value)) return value
    if (types.isTemplateLiteral(value)) return this.#joinLiteral(value) ?? value
    if (types.isCallExpression(value)) return this.#knownStringOfCall(value)
    const [left, right] = types.isConditionalExpression(value)
      ? [value.consequent, value.alternate]
      : types.isBinaryExpression(value, { operator: '+' })
        ? [value.left, value.right]
        : []
    const first = types.isExpression(left) ? this.#knownString(left) : undefined
    const second = first && right && this.#knownString(right)
    if (first === undefined || second === undefined) return undefined
    return types.isConditionalExpression(value)
      ? types.conditionalExpression(value.test, first, second)
      : join([...listOperands(first), ...listOperands(second)])
  }

  #knownStringOfCall(call: types.CallExpression): types.Expression | undefined {
    if (this.#lists.has(call)) return call
    const helper = this.#helperOf(call)
    if (helper === undefined || !STRING_HELPERS.has(helper)) return undefined
    const [name, value, isBoolean] = call.arguments
    if (helper !== 'ssrAttribute' || !types.isStringLiteral(name) || !types.isExpression(value)) return call
    const text = types.isBooleanLiteral(isBoolean, { value: false }) ? this.#knownString(value) : undefined
    return text === undefined
      ? call
      : join([types.stringLiteral(` ${name.value}="`), ...listOperands(text), types.stringLiteral('"')])
  }

  /**
   * Returns the parts of a template literal as a concatenation; `undefined` if a value may be an object, or if the text has
   * an escape sequence.
   */
  #joinLiteral({ quasis, expressions }: types.TemplateLiteral): types.Expression | undefined {
    const parts: types.Expression[] = []
    for (const [index, { value }] of quasis.entries()) {
      // Solid's preset changes `raw` only.
      if (/[\\\r]/.test(value.raw)) return undefined
      parts.push(types.stringLiteral(value.raw))
      const expression = expressions[index]
      if (expression === undefined) continue
      const text = types.isExpression(expression) ? this.#primitive(expression) : undefined
      if (text === undefined) return undefined
      parts.push(...listOperands(text))
    }
    return join(parts)
  }

  /** Returns a value that never is an object. */
  #primitive(value: types.Expression): types.Expression | undefined {
    if (!types.isCallExpression(value) || this.#helperOf(value) !== 'escape') return this.#knownString(value)
    return value.arguments.length === 2 ? value : undefined
  }

  #stringOfCall(call: types.CallExpression): types.Expression | undefined {
    const helper = this.#helperOf(call)
    if (helper === undefined) return undefined
    // Remaining calls of `ssr` and `ssrElement` return an object; `escape` has called every function argument.
    if (helper === 'ssr' || helper === 'ssrElement') return this.#call('node', call)
    if (helper !== 'escape') return undefined
    const [value] = call.arguments
    return call.arguments.length === 1 && types.isExpression(value)
      ? this.#call('text', value)
      : this.#call('node', call)
  }

  #helperOf({ callee }: types.CallExpression): string | undefined {
    return types.isIdentifier(callee) ? this.#helpers.get(callee.name) : undefined
  }

  #call(helper: keyof typeof HTML_HELPERS, ...values: types.Expression[]): types.Expression {
    return types.callExpression(this.#import(HTML_HELPERS[helper]), values)
  }

  #import(name: string): types.Identifier {
    const local = this.#imports.get(name) ?? this.#program.scope.generateUidIdentifier(name)
    this.#imports.set(name, local)
    return types.cloneNode(local)
  }
}

/** Returns the templates that Solid's preset declares, by name. */
function findTemplates(program: types.Program): ReadonlyMap<string, Template> {
  const templates = new Map<string, Template>()
  for (const statement of program.body) {
    if (!types.isVariableDeclaration(statement)) continue
    for (const { id, init } of statement.declarations) {
      if (!types.isIdentifier(id) || !/^_tmpl\$\d*$/.test(id.name)) continue
      if (types.isStringLiteral(init)) templates.set(id.name, [init.value])
      else if (types.isArrayExpression(init)) {
        const strings = init.elements.flatMap((item) => (types.isStringLiteral(item) ? [item.value] : []))
        if (strings.length === init.elements.length) templates.set(id.name, strings)
      }
    }
  }
  return templates
}

function solidImports(program: types.Program): ReadonlyMap<string, string> {
  const helpers = new Map<string, string>()
  for (const statement of program.body) {
    if (!types.isImportDeclaration(statement) || statement.source.value !== SOLID) continue
    // Only the names that Solid's preset generated: the app's own imports stay unchanged.
    for (const specifier of statement.specifiers)
      if (
        types.isImportSpecifier(specifier) &&
        specifier.local.name.startsWith('_$') &&
        types.isIdentifier(specifier.imported)
      )
        helpers.set(specifier.local.name, specifier.imported.name)
  }
  return helpers
}

/** Returns whether a local name is Solid's export `exported`. */
function isSolidImport(scope: NodePath['scope'], local: string, exported: string): boolean {
  const specifier = scope.getBinding(local)?.path
  if (!specifier?.isImportSpecifier() || !specifier.parentPath.isImportDeclaration()) return false
  const { imported } = specifier.node
  return SOLID_SOURCES.has(specifier.parentPath.node.source.value) && types.isIdentifier(imported, { name: exported })
}

/** Returns the operands of a concatenation that was created here, so that they can be merged with their neighbours. */
function listOperands(text: types.Expression): readonly types.Expression[] {
  if (!types.isBinaryExpression(text, { operator: '+' }) || !types.isExpression(text.left)) return [text]
  return [...listOperands(text.left), text.right]
}

/** Every part is a string or follows one, and none is an object. */
function join(parts: readonly types.Expression[]): types.Expression {
  const merged: types.Expression[] = []
  for (const part of parts) {
    const last = merged.at(-1)
    if (types.isStringLiteral(part) && types.isStringLiteral(last))
      merged[merged.length - 1] = types.stringLiteral(last.value + part.value)
    else merged.push(part)
  }
  return merged
    .filter((part, index) => index === 0 || !types.isStringLiteral(part, { value: '' }))
    .reduce((left, right) => types.binaryExpression('+', left, right))
}

/** Removes templates and helpers that are unused now. */
function dropUnused(program: types.Program, templates: ReadonlyMap<string, Template>): void {
  const used = new Set<string>()
  const declarations = program.body.filter(
    (statement) => types.isImportDeclaration(statement) || declaresTemplates(statement, templates),
  )
  for (const statement of program.body)
    if (!declarations.includes(statement))
      types.traverseFast(statement, (node) => {
        if (types.isIdentifier(node)) used.add(node.name)
      })
  program.body = program.body.filter((statement) => {
    if (types.isVariableDeclaration(statement) && declaresTemplates(statement, templates)) {
      statement.declarations = statement.declarations.filter(({ id }) => types.isIdentifier(id) && used.has(id.name))
      return statement.declarations.length > 0
    }
    if (!types.isImportDeclaration(statement) || statement.source.value !== SOLID) return true
    const before = statement.specifiers.length
    statement.specifiers = statement.specifiers.filter(
      ({ local }) => !local.name.startsWith('_$') || used.has(local.name),
    )
    return statement.specifiers.length > 0 || before === 0
  })
}

/** Imports these helpers from `entry`, both those of Solid's preset and the app's own imports. */
function importOwn(program: types.Program, entry: string): void {
  program.body = program.body.flatMap((statement) => {
    if (!types.isImportDeclaration(statement) || statement.source.value !== SOLID) return [statement]
    const own: types.ImportSpecifier[] = []
    const rest = statement.specifiers.filter((specifier) => {
      if (!types.isImportSpecifier(specifier) || !types.isIdentifier(specifier.imported)) return true
      const name = OWN_HELPERS.get(specifier.imported.name)
      if (name !== undefined) own.push(types.importSpecifier(specifier.local, types.identifier(name)))
      return name === undefined
    })
    if (own.length === 0) return [statement]
    const moved = types.importDeclaration(own, types.stringLiteral(entry))
    statement.specifiers = rest
    return rest.length === 0 ? [moved] : [statement, moved]
  })
}

function declaresTemplates(statement: types.Statement, templates: ReadonlyMap<string, Template>): boolean {
  return (
    types.isVariableDeclaration(statement) &&
    statement.declarations.every(({ id }) => types.isIdentifier(id) && templates.has(id.name))
  )
}
