/** Converts the exports of files in `app/`, except their component. */
import { Node, type ObjectLiteralExpression, type SourceFile, SyntaxKind } from 'ts-morph'
import type { SourceEdits } from '#codemods/codemod.ts'
import { getOwnLines, getStatementLines } from '#codemods/syntax/source-positions.ts'
import { type Component, defaultComponent } from './page.ts'
import type { NextRoute } from './routes.ts'

/** Exports that fw doesn't need. */
const SEGMENT = ['dynamic', 'dynamicParams', 'fetchCache', 'runtime', 'preferredRegion', 'maxDuration']

/** Converts the exports. Returns the names that the file needs from `@fw/runtime`. */
export function rewritePage(file: SourceFile, edits: SourceEdits, route: NextRoute): readonly string[] {
  const names = new Set<string>()
  rewriteMetadata(file, edits, route, names)
  const params = file.getFunction('generateStaticParams') ?? file.getVariableDeclaration('generateStaticParams')
  const named = params?.getNameNode()
  if (named !== undefined) edits.replace(named, 'staticParams')
  for (const statement of file.getVariableStatements()) {
    const [declaration] = statement.getDeclarations()
    if (!statement.isExported() || declaration === undefined) continue
    if (SEGMENT.includes(declaration.getName()))
      edits.replace(hasNextStatement(statement) ? getOwnLines(statement) : getStatementLines(statement), '')
    if (declaration.getName() !== 'revalidate') continue
    const value = declaration.getInitializer()
    if (Node.isNumericLiteral(value))
      edits.replace(
        statement,
        `export const cache = { scope: 'public', maxAge: 0, sharedMaxAge: ${value.getText()} } as const`,
      )
    else edits.replace(getStatementLines(statement), '')
  }
  const found = defaultComponent(file)
  if (found === undefined) return [...names]
  rewriteProps(edits, found.written, route, names)
  return [...names]
}

/** Returns whether another statement follows directly below. */
function hasNextStatement(statement: Node): boolean {
  return /^[ \t]*\r?\n[ \t]*\S/.test(statement.getSourceFile().getFullText().slice(statement.getEnd()))
}

/** Converts `{ params }: { params: Promise<{ slug: string }> }` to `{ params }: PageProps<'/posts/[slug]'>`. */
function rewriteProps(edits: SourceEdits, written: Component, route: NextRoute, names: Set<string>): void {
  const [parameter] = written.getParameters()
  if (parameter === undefined) return
  const type = `PageProps<'${route.pattern}'>`
  names.add('type PageProps')
  const pattern = parameter.getNameNode()
  if (Node.isObjectBindingPattern(pattern)) {
    const texts = pattern
      .getElements()
      .map((element) => (element.getName() === 'searchParams' ? 'search' : element.getText()))
    edits.replace(parameter, `{ ${texts.join(', ')} }: ${type}`)
  } else edits.replace(parameter, `${parameter.getName()}: ${type}`)
  rewriteUses(edits, written)
}

/** Removes `await` before parameters, which aren't promises. */
function rewriteUses(edits: SourceEdits, written: Component): void {
  const body = written.getBody()
  const done = new Set<Node>()
  for (const waiting of body?.getDescendantsOfKind(SyntaxKind.AwaitExpression) ?? []) {
    const value = waiting.getExpression()
    const text = value.getText().split('.').at(-1) ?? ''
    if (text !== 'params' && text !== 'searchParams') continue
    done.add(value)
    edits.replace(waiting, text === 'params' ? value.getText() : getSearch(value.getText()))
  }
  for (const use of body?.getDescendantsOfKind(SyntaxKind.Identifier) ?? []) {
    if (use.getText() !== 'searchParams' || [...done].some((node) => node.containsRange(use.getPos(), use.getEnd())))
      continue
    edits.leave(use, 'Read the query from search, which is a URLSearchParams.')
  }
}

function getSearch(text: string): string {
  return `(Object.fromEntries(${text.replace(/searchParams$/, 'search')}) as Partial<Record<string, string>>)`
}

function rewriteMetadata(file: SourceFile, edits: SourceEdits, route: NextRoute, names: Set<string>): void {
  const constant = file.getVariableDeclaration('metadata')
  if (constant !== undefined) {
    const type = constant.getTypeNode()
    names.add('type PageMeta')
    edits.replace(
      { start: constant.getNameNode().getStart(), end: (type ?? constant.getNameNode()).getEnd() },
      'meta: PageMeta',
    )
    const value = constant.getInitializer()
    if (Node.isObjectLiteralExpression(value)) rewriteMembers(edits, value)
  }
  const made = file.getFunction('generateMetadata')
  if (made === undefined) return
  names.add('type PageMeta')
  edits.replace(made.getNameNodeOrThrow(), 'meta')
  const returns = made.getReturnTypeNode()
  if (returns !== undefined) edits.replace(returns, returns.getText().replace(/\bMetadata\b/, 'PageMeta'))
  const [parameter, parent] = made.getParameters()
  if (parent !== undefined)
    edits.leave(parent, 'Write all metadata in the page, because it inherits none from the layout.')
  if (parameter !== undefined) {
    names.add('type PageProps')
    edits.replace(parameter, `${parameter.getNameNode().getText()}: Pick<PageProps<'${route.pattern}'>, 'params'>`)
    if (/searchParams/.test(parameter.getText())) edits.leave(parameter, 'meta receives the params but not the query.')
    rewriteUses(edits, made)
  }
  for (const statement of made.getDescendantsOfKind(SyntaxKind.ReturnStatement)) {
    const value = statement.getExpression()
    if (Node.isObjectLiteralExpression(value)) rewriteMembers(edits, value)
  }
}

const KNOWN = new Set(['title', 'description', 'robots', 'twitter'])

function rewriteMembers(edits: SourceEdits, metadata: ObjectLiteralExpression): void {
  for (const property of metadata.getProperties()) {
    if (!Node.isPropertyAssignment(property)) continue
    const name = property.getName()
    const value = property.getInitializer()
    if (name === 'openGraph') edits.replace(property.getNameNode(), 'og')
    else if (name === 'alternates' && Node.isObjectLiteralExpression(value)) {
      const canonical = value.getProperty('canonical')
      if (Node.isPropertyAssignment(canonical) && value.getProperties().length === 1)
        edits.replace(property, `canonical: ${canonical.getInitializerOrThrow().getText()}`)
      else edits.leave(property, 'Write the canonical URL as canonical, and the others as nodes of head.')
    } else if (!KNOWN.has(name))
      edits.leave(property, `Write ${name} as a node of head: { tag: 'meta', attrs: { … } }.`)
    if ((name === 'title' || name === 'openGraph' || name === 'twitter') && Node.isObjectLiteralExpression(value))
      leaveNested(edits, property, value, name)
  }
}

function leaveNested(edits: SourceEdits, property: Node, value: ObjectLiteralExpression, name: string): void {
  if (name === 'title')
    edits.leave(property, 'Write the full title, because a page does not use the title of its layout.')
  const deep = value.getProperties().some((one) => {
    const inner = Node.isPropertyAssignment(one) ? one.getInitializer() : undefined
    return Node.isArrayLiteralExpression(inner) || Node.isObjectLiteralExpression(inner)
  })
  if (name !== 'title' && deep)
    edits.leave(property, 'Write each of these as one string. The image of a page is image.')
}
