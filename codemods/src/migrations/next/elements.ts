/** Converts the components of Next: links, images, heads. */
import {
  type JsxAttribute,
  type JsxElement,
  type JsxSelfClosingElement,
  Node,
  type SourceFile,
  SyntaxKind,
} from 'ts-morph'
import type { SourceEdits } from '#codemods/codemod.ts'
import { defaultImport, importsFrom, removeImport } from '#codemods/syntax/imports.ts'

type Element = JsxElement | JsxSelfClosingElement

/** Attributes that only Next's router reads. */
const OF_LINK = new Set(['prefetch', 'replace', 'scroll', 'shallow', 'passHref', 'legacyBehavior', 'as', 'locale'])
const OF_IMAGE = new Set([
  'quality',
  'placeholder',
  'blurDataURL',
  'unoptimized',
  'loader',
  'onLoadingComplete',
  'fill',
])

export function elementsNamed(file: SourceFile, name: string | undefined): readonly Element[] {
  if (name === undefined) return []
  const all = [
    ...file.getDescendantsOfKind(SyntaxKind.JsxElement),
    ...file.getDescendantsOfKind(SyntaxKind.JsxSelfClosingElement),
  ]
  return all.filter((element) => getOpening(element).getTagNameNode().getText() === name)
}

export function getOpening(element: Element) {
  return Node.isJsxElement(element) ? element.getOpeningElement() : element
}

/** Returns an attribute by name, or `undefined` if the element doesn't have it. */
export function findAttribute(element: Element, name: string): JsxAttribute | undefined {
  const attribute = getOpening(element).getAttribute(name)
  return Node.isJsxAttribute(attribute) ? attribute : undefined
}

/** Converts `<Link href="/">` to `<a href="/">`. The navigation of fw handles every link of the page. */
export function rewriteLinks(file: SourceFile, edits: SourceEdits): void {
  const name = defaultImport(file, 'next/link')
  let left = false
  for (const element of elementsNamed(file, name)) {
    const href = findAttribute(element, 'href')?.getInitializer()
    const object = Node.isJsxExpression(href) && Node.isObjectLiteralExpression(href.getExpression())
    if (object || findAttribute(element, 'legacyBehavior') !== undefined) {
      edits.leave(element, 'Write this link as an <a> with a URL. See href() of @fw/runtime for URLs with parameters.')
      left = true
      continue
    }
    rename(edits, element, 'a')
    dropAttributes(edits, element, OF_LINK)
  }
  if (!left) for (const declaration of importsFrom(file, 'next/link')) removeImport(edits, declaration)
}

/**
 * Converts images: to the Image of fw in Solid files, to `<img>` in React files. Returns the names needed from
 * `@fw/runtime`.
 */
export function rewriteImages(file: SourceFile, edits: SourceEdits, isReact: boolean): readonly string[] {
  const name = defaultImport(file, /^next\/(?:legacy\/)?image$/)
  for (const element of elementsNamed(file, name)) {
    if (findAttribute(element, 'fill') !== undefined)
      edits.leave(element, 'Set the size of this image in a stylesheet: object-fit, width and height.')
    rename(edits, element, isReact ? 'img' : 'Image')
    dropAttributes(edits, element, isReact ? new Set([...OF_IMAGE, 'priority']) : OF_IMAGE)
    const source = findAttribute(element, 'src')?.getInitializer()
    const imported = Node.isJsxExpression(source) ? findImage(file, source.getExpression()?.getText()) : undefined
    if (imported === undefined) continue
    if (isReact)
      edits.leave(element, `Use the URL of the image here: ${imported.getText()} is the object that ?image imports.`)
    const literal = imported.getFirstAncestorByKind(SyntaxKind.ImportDeclaration)?.getModuleSpecifier()
    if (literal !== undefined && !literal.getText().includes('?')) edits.insert(literal.getEnd() - 1, '?image')
  }
  for (const declaration of importsFrom(file, /^next\/(?:legacy\/)?image$/)) removeImport(edits, declaration)
  return !isReact && elementsNamed(file, name).length > 0 ? ['Image'] : []
}

function findImage(file: SourceFile, name: string | undefined): Node | undefined {
  return file
    .getImportDeclarations()
    .filter((one) => /\.(?:png|jpe?g|gif|webp|avif|svg)$/.test(one.getModuleSpecifierValue()))
    .map((one) => one.getDefaultImport())
    .find((one) => one !== undefined && one.getText() === name)
}

function rename(edits: SourceEdits, element: Element, name: string): void {
  edits.replace(getOpening(element).getTagNameNode(), name)
  if (Node.isJsxElement(element)) edits.replace(element.getClosingElement().getTagNameNode(), name)
}

function dropAttributes(edits: SourceEdits, element: Element, names: ReadonlySet<string>): void {
  const text = element.getSourceFile().getFullText()
  for (const attribute of getOpening(element).getAttributes()) {
    if (!Node.isJsxAttribute(attribute) || !names.has(attribute.getNameNode().getText())) continue
    const space = /\s*$/.exec(text.slice(0, attribute.getStart()))?.[0].length ?? 0
    edits.replace({ start: attribute.getStart() - space, end: attribute.getEnd() }, '')
  }
}
