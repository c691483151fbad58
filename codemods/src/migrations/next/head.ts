/** Converts the `<Head>` of a page to members of its `meta`. */
import { type JsxElement, Node, type SourceFile, SyntaxKind } from 'ts-morph'
import type { SourceEdits } from '#codemods/codemod.ts'
import { defaultImport, importsFrom, removeImport } from '#codemods/syntax/imports.ts'
import { quote } from '#codemods/syntax/source-of.ts'
import { elementsNamed, findAttribute, getOpening } from './elements.ts'

export interface Head {
  /** Lines of an object, such as `title: 'Notes',`. */
  readonly members: readonly string[]
  /** Names of the page that the values use. */
  readonly uses: readonly string[]
}

/** Returns the members of the page's head, or `undefined` without one. Removes the head unless it has to stay. */
export function takeHead(file: SourceFile, edits: SourceEdits, known: ReadonlySet<string>): Head | undefined {
  const elements = elementsNamed(file, defaultImport(file, 'next/head')).filter((one) => Node.isJsxElement(one))
  if (elements.length === 0) return undefined
  const head = new HeadReader()
  for (const element of elements) for (const child of element.getJsxChildren()) head.read(child)
  const foreign = head.uses.find((name) => !known.has(name) && isLocal(file, name))
  if (head.problem !== undefined || foreign !== undefined) {
    const why = head.problem ?? `"${foreign}" is a variable of the page`
    edits.leave(elements[0]!, `Convert this to the export meta of the page: ${why}.`) // not empty
    return undefined
  }
  for (const element of elements) edits.replace(elementLines(element), '')
  for (const declaration of importsFrom(file, 'next/head')) removeImport(edits, declaration)
  return { members: head.members(), uses: head.uses }
}

/** Returns whether the name is a variable of a function, not of the module. */
function isLocal(file: SourceFile, name: string): boolean {
  const atTop = file.getStatements().some((statement) => {
    if (Node.isVariableStatement(statement)) return statement.getDeclarations().some((one) => one.getName() === name)
    return (Node.isFunctionDeclaration(statement) || Node.isEnumDeclaration(statement)) && statement.getName() === name
  })
  const imported = file.getImportDeclarations().some((one) => one.getImportClause()?.getText().includes(name) ?? false)
  return !atTop && !imported && !(name in globalThis)
}

class HeadReader {
  problem: string | undefined
  readonly uses: string[] = []
  #plain: string[] = []
  #og: string[] = []
  #twitter: string[] = []
  #head: string[] = []

  members(): readonly string[] {
    const group = (name: string, lines: readonly string[]) =>
      lines.length === 0 ? [] : [`${name}: { ${lines.join(', ')} },`]
    const head = this.#head.length === 0 ? [] : [`head: [\n    ${this.#head.join(',\n    ')},\n  ],`]
    return [
      ...this.#plain.map((line) => `${line},`),
      ...group('og', this.#og),
      ...group('twitter', this.#twitter),
      ...head,
    ]
  }

  read(child: Node): void {
    if (Node.isJsxText(child)) {
      if (child.getText().trim() !== '') this.problem = 'it contains text'
      return
    }
    if (!Node.isJsxElement(child) && !Node.isJsxSelfClosingElement(child)) {
      this.problem = 'it contains more than elements'
      return
    }
    const tag = getOpening(child).getTagNameNode().getText()
    if (tag === 'title' && Node.isJsxElement(child)) this.#plain.push(`title: ${this.#text(child)}`)
    else if (tag === 'meta') this.#meta(child)
    else if (tag === 'link' && this.#literal(child, 'rel') === 'canonical')
      this.#plain.push(`canonical: ${this.#value(child, 'href')}`)
    else if (tag === 'link') this.#node(tag, child)
    else this.problem = `it has a <${tag}>`
  }

  #meta(element: Parameters<typeof findAttribute>[0]): void {
    const name = this.#literal(element, 'name') ?? this.#literal(element, 'property') ?? ''
    const [, group, key = ''] = /^(og|twitter):(.+)$/.exec(name) ?? []
    if (name === 'viewport' || findAttribute(element, 'charSet') !== undefined) return // the document has them
    if (name === 'description' || name === 'robots') this.#plain.push(`${name}: ${this.#value(element, 'content')}`)
    else if (name === 'og:image') this.#plain.push(`image: ${this.#value(element, 'content')}`)
    else if (group === 'og') this.#og.push(`${toKey(key)}: ${this.#value(element, 'content')}`)
    else if (group === 'twitter') this.#twitter.push(`${toKey(key)}: ${this.#value(element, 'content')}`)
    else this.#node('meta', element)
  }

  #node(tag: string, element: Parameters<typeof findAttribute>[0]): void {
    const attributes = getOpening(element).getAttributes()
    if (!attributes.every((one) => Node.isJsxAttribute(one))) this.problem = 'its attributes are spread'
    const names = attributes.flatMap((one) => (Node.isJsxAttribute(one) ? [one.getNameNode().getText()] : []))
    const pairs = names.filter((name) => name !== 'key').map((name) => `${toKey(name)}: ${this.#value(element, name)}`)
    this.#head.push(`{ tag: '${tag}', attrs: { ${pairs.join(', ')} } }`)
  }

  #literal(element: Parameters<typeof findAttribute>[0], name: string): string | undefined {
    const value = findAttribute(element, name)?.getInitializer()
    return Node.isStringLiteral(value) ? value.getLiteralValue() : undefined
  }

  #value(element: Parameters<typeof findAttribute>[0], name: string): string {
    const value = findAttribute(element, name)?.getInitializer()
    if (Node.isStringLiteral(value)) return quote(value.getLiteralValue())
    return Node.isJsxExpression(value) ? this.#use(value.getExpression()) : 'true'
  }

  /** Converts `{title} | Notes` to `` `${title} | Notes` ``. */
  #text(element: JsxElement): string {
    const parts = element.getJsxChildren().filter((child) => !Node.isJsxText(child) || child.getText().trim() !== '')
    const [only] = parts
    if (parts.length === 1 && Node.isJsxExpression(only)) return this.#use(only.getExpression())
    const written = element.getJsxChildren().map((child) => {
      if (Node.isJsxText(child)) return child.getFullText().replace(/\s+/g, ' ')
      return Node.isJsxExpression(child) ? `\${${this.#use(child.getExpression())}}` : ''
    })
    const text = written.join('').trim()
    return text.includes('${') ? `\`${text.replaceAll('`', '\\`')}\`` : quote(text)
  }

  #use(expression: Node | undefined): string {
    for (const node of expression === undefined ? [] : [expression, ...expression.getDescendants()]) {
      if (!Node.isIdentifier(node)) continue
      const parent = node.getParent()
      const isMember = Node.isPropertyAccessExpression(parent) && parent.getNameNode() === node
      if (!isMember && !Node.isPropertyAssignment(parent)) this.uses.push(node.getText())
    }
    return expression?.getText() ?? 'undefined'
  }
}

function toKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`
}

/** Returns the element, including its line if nothing else is on it. */
function elementLines(element: Node): { readonly start: number; readonly end: number } {
  const text = element.getSourceFile().getFullText()
  const space = /\n[ \t]*$/.exec(text.slice(0, element.getStart()))?.[0].length ?? 0
  const isAlone = space > 0 && /^[ \t]*\r?\n/.test(text.slice(element.getEnd()))
  return { start: element.getStart() - (isAlone ? space : 0), end: element.getEnd() }
}

export function hasHead(file: SourceFile): boolean {
  return file
    .getDescendantsOfKind(SyntaxKind.ImportDeclaration)
    .some((one) => one.getModuleSpecifierValue() === 'next/head')
}
