/**
 * Compiles `<form action={api}>` so that a browser can submit it without scripts. The form becomes a plain one with two
 * hidden fields, which identify the tool and this form; on the server and in islands alike, so that they hydrate.
 */
import { type NodePath, types } from '@babel/core'

/** Imports that compiled code needs for forms: exported name -> local name. */
type FormImports = Map<'formTool' | 'formKey' | 'isForm', string>

/** Names of the hidden fields, as in `contract/page/form.ts`. */
const TOOL_FIELD = 'fw:tool'
const KEY_FIELD = 'fw:key'

/** Rewrites the forms of a module; returns the required imports. */
export function formActions(program: NodePath<types.Program>): FormImports {
  const imports: FormImports = new Map()
  const local = (name: 'formTool' | 'formKey' | 'isForm'): types.Identifier => {
    const known = imports.get(name) ?? program.scope.generateUid(name)
    imports.set(name, known)
    return types.identifier(known)
  }
  program.traverse({
    JSXElement(path) {
      const { openingElement } = path.node
      if (!types.isJSXIdentifier(openingElement.name, { name: 'form' })) return
      const action = findAction(openingElement)
      if (action === undefined) return
      const createFormCheck = () => types.callExpression(local('isForm'), [types.cloneNode(action)])
      const fields = [
        hiddenField(TOOL_FIELD, types.callExpression(local('formTool'), [types.cloneNode(action)])),
        hiddenField(KEY_FIELD, types.callExpression(local('formKey'), [])),
      ]
      const certain = isCertain(path, action)
      rewriteAttributes(openingElement, action, {
        mayHaveFiles: mayHaveFiles(path),
        isForm: certain ? undefined : createFormCheck,
      })
      path.node.children.unshift(
        ...(certain
          ? fields
          : [
              types.jsxExpressionContainer(
                types.conditionalExpression(
                  createFormCheck(),
                  types.jsxFragment(types.jsxOpeningFragment(), types.jsxClosingFragment(), fields),
                  types.nullLiteral(),
                ),
              ),
            ]),
      )
    },
  })
  return imports
}

/** Returns the action, if evaluating it twice is safe: a name, or a member of one. */
function findAction({ attributes }: types.JSXOpeningElement): types.Expression | undefined {
  const value = findAttribute(attributes, 'action')?.value
  if (!types.isJSXExpressionContainer(value)) return undefined
  const { expression } = value
  return isPlainRead(expression) ? expression : undefined
}

function isPlainRead(node: types.Node): node is types.Identifier | types.MemberExpression {
  if (types.isIdentifier(node)) return node.name !== 'undefined'
  return types.isMemberExpression(node, { computed: false }) && isPlainRead(node.object)
}

function findAttribute(
  attributes: types.JSXOpeningElement['attributes'],
  name: string,
): types.JSXAttribute | undefined {
  return attributes.find(
    (attribute): attribute is types.JSXAttribute =>
      types.isJSXAttribute(attribute) && types.isJSXIdentifier(attribute.name, { name }),
  )
}

/** Returns whether the action is certainly an api: it is imported from an api module, or is a result of `useForm`. */
function isCertain(path: NodePath<types.JSXElement>, action: types.Expression): boolean {
  const root = types.isMemberExpression(action) ? action.object : action
  if (!types.isIdentifier(root)) return false
  const binding = path.scope.getBinding(root.name)
  if (binding === undefined) return false
  const { node, parent } = binding.path
  if (types.isImportDeclaration(parent)) {
    const isNamespace = types.isImportNamespaceSpecifier(node)
    return /\.api(?:\.[jt]s)?$/.test(parent.source.value) && isNamespace === types.isMemberExpression(action)
  }
  return (
    !types.isMemberExpression(action) &&
    binding.kind === 'const' &&
    types.isVariableDeclarator(node) &&
    types.isCallExpression(node.init) &&
    types.isIdentifier(node.init.callee, { name: 'useForm' })
  )
}

/**
 * Returns whether the form has or may have a file field: the output of other components is unknown here, and in the
 * other encoding a file is submitted only as its name.
 */
function mayHaveFiles(path: NodePath<types.JSXElement>): boolean {
  let found = false
  path.traverse({
    JSXOpeningElement({ node, scope }) {
      if (types.isJSXIdentifier(node.name, { name: 'input' })) found ||= mayBeFileField(node)
      else found ||= isForeign(node.name, scope)
    },
    JSXExpressionContainer({ node, parent }) {
      const { expression } = node
      const isSlot =
        types.isIdentifier(expression, { name: 'children' }) ||
        (types.isMemberExpression(expression) && types.isIdentifier(expression.property, { name: 'children' }))
      found ||= isSlot && !types.isJSXAttribute(parent)
    },
  })
  return found
}

function mayBeFileField({ attributes }: types.JSXOpeningElement): boolean {
  const value = findAttribute(attributes, 'type')?.value
  const type = types.isJSXExpressionContainer(value) ? value.expression : value
  if (types.isStringLiteral(type)) return type.value.toLowerCase() === 'file'
  // The attributes of `form.field('…')` don't include a type.
  const isTypeless = (attribute: types.JSXOpeningElement['attributes'][number]) =>
    !types.isJSXSpreadAttribute(attribute) || isFieldCall(attribute.argument)
  return type !== undefined || !attributes.every(isTypeless)
}

function isFieldCall(node: types.Expression): boolean {
  return (
    types.isCallExpression(node) &&
    types.isMemberExpression(node.callee) &&
    types.isIdentifier(node.callee.property, { name: 'field' })
  )
}

/** Matches components, and custom elements of the page; not components that only place their children. */
function isForeign(name: types.JSXOpeningElement['name'], scope: NodePath['scope']): boolean {
  if (!types.isJSXIdentifier(name)) return true
  if (/^[a-z]\w*$/.test(name.name)) return false
  const declared = scope.getBinding(name.name)?.path.parent
  return !(types.isImportDeclaration(declared) && /^(?:solid-js|@fw\/runtime)$/.test(declared.source.value))
}

interface FormTraits {
  readonly mayHaveFiles: boolean
  /** Checks at run time whether the action is an api; absent if that is certain. */
  readonly isForm: (() => types.Expression) | undefined
}

/** Sets method and encoding, and removes the action: the form is submitted to the URL of its page. */
function rewriteAttributes(element: types.JSXOpeningElement, action: types.Expression, traits: FormTraits): void {
  const { mayHaveFiles: isMultipart, isForm } = traits
  const written = (name: string) => findAttribute(element.attributes, name)
  const method = written('method')
  const enctype = written('enctype')
  const replaced = new Set<unknown>([written('action'), method])
  const added: types.JSXAttribute[] = []
  const add = (name: string, ours: string | undefined, otherwise: types.Expression) => {
    const own = ours === undefined ? types.identifier('undefined') : types.stringLiteral(ours)
    const value =
      isForm === undefined
        ? types.stringLiteral(ours ?? '')
        : types.jsxExpressionContainer(types.conditionalExpression(isForm(), own, otherwise))
    added.push(types.jsxAttribute(types.jsxIdentifier(name), value))
  }
  if (isForm !== undefined) add('action', undefined, types.cloneNode(action))
  add('method', 'post', valueOfAttribute(method))
  if (isMultipart && enctype === undefined) add('enctype', 'multipart/form-data', types.identifier('undefined'))
  element.attributes = [...element.attributes.filter((attribute) => !replaced.has(attribute)), ...added]
}

function valueOfAttribute(attribute: types.JSXAttribute | undefined): types.Expression {
  const value = attribute?.value
  if (types.isStringLiteral(value)) return types.cloneNode(value)
  if (types.isJSXExpressionContainer(value) && types.isExpression(value.expression)) return value.expression
  return types.identifier('undefined')
}

function hiddenField(name: string, value: types.Expression): types.JSXElement {
  const text = (attribute: string, content: string) =>
    types.jsxAttribute(types.jsxIdentifier(attribute), types.stringLiteral(content))
  const attributes = [
    text('type', 'hidden'),
    text('name', name),
    types.jsxAttribute(types.jsxIdentifier('value'), types.jsxExpressionContainer(value)),
  ]
  return types.jsxElement(types.jsxOpeningElement(types.jsxIdentifier('input'), attributes, true), null, [], true)
}
