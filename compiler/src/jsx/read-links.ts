/** The links of a module that are written out, read off the tree that was parsed for its components. */
import { types } from '@babel/core'
import { literalText } from './literal-text.ts'

/** An address below this app's own root, as it stands in the source. */
export interface WrittenLink {
  /** As written, with its query and fragment. */
  readonly to: string
  readonly start: number
  readonly end: number
}

/** Attributes of elements that hold an address. `srcset` and `style` hold more than one. */
const ADDRESSES: ReadonlySet<string> = new Set(['href', 'src', 'action', 'formaction', 'formAction', 'poster'])
const RUNTIME = '@fw/runtime'

/** Links of elements and of `redirect('/…')`. What holds a value in it (`/orders/${id}`) is not looked at. */
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
          ADDRESSES.has(attribute.name.name)
        )
          add(types.isJSXExpressionContainer(attribute.value) ? attribute.value.expression : attribute.value)
    if (types.isCallExpression(node) && types.isIdentifier(node.callee) && redirects.has(node.callee.name))
      add(node.arguments[0])
  })
  return links
}

/** What the module calls the framework's `redirect`. */
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
