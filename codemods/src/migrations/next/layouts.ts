/** Converts layouts, and the site-wide parts of `_document` and the root layout. */
import { type JsxElement, Node, type SourceFile, SyntaxKind } from 'ts-morph'
import type { CodemodApp, SourceEdits } from '#codemods/codemod.ts'
import { printValue } from '#codemods/syntax/source-of.ts'
import { getStatementLines } from '#codemods/syntax/source-positions.ts'
import { elementsNamed, findAttribute, getOpening } from './elements.ts'
import { defaultComponent } from './page.ts'
import { listInitialProps } from './page-checks.ts'

/** Fields of `fw.config.ts`. */
export type Site = Record<string, string>

/**
 * Converts `_app`: `<Component {...pageProps} />` becomes `{children}`. Returns the names needed from `@fw/runtime`.
 */
export function rewriteApp(file: SourceFile, edits: SourceEdits): readonly string[] {
  const found = defaultComponent(file)
  const [parameter] = found?.written.getParameters() ?? []
  const elements = elementsNamed(file, 'Component')
  if (found === undefined || parameter === undefined || elements.length !== 1) {
    edits.leave(file.getStatements()[0] ?? file, 'Convert this to a layout that renders its children.')
    return []
  }
  edits.replace(parameter, '{ children }: LayoutProps')
  for (const element of elements) {
    const inJsx = Node.isJsxElement(element.getParent()) || Node.isJsxFragment(element.getParent())
    edits.replace(element, inJsx ? '{children}' : '<>{children}</>')
  }
  return ['type LayoutProps']
}

/** Converts a layout of `app/`. In the root layout, removes `html` and `body`, which the document contains. */
export function rewriteLayout(file: SourceFile, edits: SourceEdits, site: Site): readonly string[] {
  const found = defaultComponent(file)
  const [parameter] = found?.written.getParameters() ?? []
  if (parameter !== undefined) edits.replace(parameter, `${parameter.getNameNode().getText()}: LayoutProps`)
  const [html] = elementsNamed(file, 'html')
  const [body] = elementsNamed(file, 'body')
  if (Node.isJsxElement(html) && Node.isJsxElement(body)) unwrapDocument(edits, html, body, site)
  const metadata = file.getVariableDeclaration('metadata')
  const value = metadata?.getInitializer()
  const statement = metadata?.getVariableStatement()
  if (statement !== undefined && Node.isObjectLiteralExpression(value)) {
    for (const property of value.getProperties()) {
      const text = Node.isPropertyAssignment(property) ? readTitle(property.getInitializer()) : undefined
      const name = Node.isPropertyAssignment(property) ? property.getName() : ''
      if ((name === 'title' || name === 'description') && text !== undefined) site[name] = text
      else edits.leave(statement, `Set ${name} in the meta of each page, or in fw.config.ts.`)
    }
    if (value.getProperties().every((one) => /^(?:title|description)\b/.test(one.getText())))
      edits.replace(getStatementLines(statement), '')
    else edits.replace(metadata!.getNameNode(), 'siteMeta')
  }
  return parameter === undefined ? [] : ['type LayoutProps']
}

/** Returns a string, or the default of a title with a template. */
function readTitle(value: Node | undefined): string | undefined {
  if (Node.isStringLiteral(value)) return value.getLiteralValue()
  if (!Node.isObjectLiteralExpression(value)) return undefined
  const inner = value.getProperty('default')
  return Node.isPropertyAssignment(inner) ? readTitle(inner.getInitializer()) : undefined
}

function unwrapDocument(edits: SourceEdits, html: JsxElement, body: JsxElement, site: Site): void {
  takeLang(html, site)
  const extra = getOpening(body).getAttributes()
  if (extra.length > 0)
    edits.leave(html, 'Move the attributes of body to an element of this layout, or style body in src/styles.css.')
  edits.replace({ start: html.getStart(), end: body.getOpeningElement().getEnd() }, '<>')
  edits.replace({ start: body.getClosingElement().getStart(), end: html.getEnd() }, '</>')
}

function takeLang(element: Parameters<typeof findAttribute>[0], site: Site): void {
  const lang = findAttribute(element, 'lang')?.getInitializer()
  if (Node.isStringLiteral(lang)) site.lang = lang.getLiteralValue()
}

/** Removes `_document` if it sets only the language. */
export function dropDocument(app: CodemodApp, file: SourceFile, edits: SourceEdits, site: Site): void {
  for (const html of elementsNamed(file, 'Html')) takeLang(html, site)
  const plain = new Set(['Html', 'Head', 'body', 'Main', 'NextScript'])
  const openings = [
    ...file.getDescendantsOfKind(SyntaxKind.JsxOpeningElement),
    ...file.getDescendantsOfKind(SyntaxKind.JsxSelfClosingElement),
  ]
  const isPlain = openings.every((one) => {
    const attributes = one.getAttributes().filter((attribute) => !/^lang=/.test(attribute.getText()))
    return plain.has(one.getTagNameNode().getText()) && attributes.length === 0
  })
  if (isPlain && listInitialProps(file).length === 0) app.remove(edits.path)
  else
    edits.leave(
      file.getStatements()[0] ?? file,
      'Move this to fields of fw.config.ts and to the head of a layout, then delete this file.',
    )
}

/** Writes `fw.config.ts` if it doesn't exist and has any field. */
export function writeSite(app: CodemodApp, site: Site): void {
  if (Object.keys(site).length === 0 || app.read('fw.config.ts') !== undefined) return
  app.write(
    'fw.config.ts',
    `import { defineConfig } from '@fw/runtime'\n\nexport default defineConfig(${printValue(site)})\n`,
  )
}
