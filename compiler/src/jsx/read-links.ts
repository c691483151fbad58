/** Reads the literal links of a module from the tree that was parsed for its components. */
import { types } from '@babel/core'
import { literalText } from './literal-text.ts'

/** A literal URL path of this app. */
export interface WrittenLink {
  /** As in the source, with its query and fragment. */
  readonly to: string
  readonly start: number
  readonly end: number
}

/** Attributes that contain one URL. `srcset` and `style` contain more than one. */
export const ADDRESS_ATTRIBUTES: ReadonlySet<string> = new Set([
  'href',
  'src',
  'action',
  'formaction',
  'formAction',
  'poster',
])
const RUNTIME = '@fw/runtime'

/** Returns links of elements and of `redirect('/…')`. Links with values (`/orders/${id}`) are skipped. */
export function readLinks(program: types.Program): readonly WrittenLink[] {
  const redirects = redirectNames(program)
  const links: WrittenLink[] = []
  const add = (node: types.Node | null | undefined): void => {
    const to = literalText(node)
    const { start, end } = node ?? {}
    if (to !== undefined && /^\/(?![/\\])/.test(to) && typeof start === 'number' && typeof end === 'number')
      links.push({ to, start, end })
  }
  types.traverseFast(program, (node) => {
    if (types.isJSXOpeningElement(node) && types.isJSXIdentifier(node.name) && /^[a-z]/.test(node.name.name))
      for (const attribute of node.attributes)
        if (
          types.isJSXAttribute(attribute) &&
          types.isJSXIdentifier(attribute.name) &&
          ADDRESS_ATTRIBUTES.has(attribute.name.name)
        )
          add(types.isJSXExpressionContainer(attribute.value) ? attribute.value.expression : attribute.value)
    if (types.isCallExpression(node) && types.isIdentifier(node.callee) && redirects.has(node.callee.name))
      add(node.arguments[0])
  })
  return links
}

/** Returns the module's local names of the framework's `redirect`. */
function redirectNames(program: types.Program): ReadonlySet<string> {
  const names = program.body.flatMap((statement) => {
    if (!types.isImportDeclaration(statement) || statement.source.value !== RUNTIME) return []
    return statement.specifiers.flatMap((specifier) => {
      if (!types.isImportSpecifier(specifier)) return []
      const { imported, local } = specifier
      return (types.isIdentifier(imported) ? imported.name : imported.value) === 'redirect' ? [local.name] : []
    })
  })
  return new Set(names)
}
