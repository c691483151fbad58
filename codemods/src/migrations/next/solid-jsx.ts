/** Converts the JSX of a non-interactive component to Solid. */
import { type JsxAttribute, Node, type SourceFile, SyntaxKind } from 'ts-morph'
import type { SourceEdits } from '#codemods/codemod.ts'
import { defaultImport, importsFrom, removeImport } from '#codemods/syntax/imports.ts'

/** Attributes with a different name in Solid. SVG attributes are written with hyphens. */
const NAMES: Readonly<Record<string, string>> = {
  className: 'class',
  htmlFor: 'for',
  defaultValue: 'value',
  defaultChecked: 'checked',
  tabIndex: 'tabindex',
  readOnly: 'readonly',
  autoFocus: 'autofocus',
  autoComplete: 'autocomplete',
  srcSet: 'srcset',
  crossOrigin: 'crossorigin',
  dateTime: 'datetime',
  colSpan: 'colspan',
  rowSpan: 'rowspan',
  maxLength: 'maxlength',
  minLength: 'minlength',
}
const OF_SVG = /^(?:stroke|fill|clip|font|text|stop|color|dominant|marker|shape|vector|pointer)[A-Z]/

/** Style properties whose numbers aren't pixels. */
const PLAIN =
  /^(?:opacity|zIndex|flex\w*|order|fontWeight|lineHeight|zoom|columns?|columnCount|tabSize|grid(?:Row|Column)\w*)$/

/**
 * Converts the JSX: removes heads, and converts links and images to elements. `props` is a parameter that already has
 * its type.
 */
export function toSolid(file: SourceFile, edits: SourceEdits, props?: Node): void {
  const head = defaultImport(file, 'next/head')
  const elements = [defaultImport(file, 'next/link'), defaultImport(file, /^next\/(?:legacy\/)?image$/)]
  for (const attribute of file.getDescendantsOfKind(SyntaxKind.JsxAttribute)) {
    const isOfHead = attribute
      .getAncestors()
      .some((one) => Node.isJsxElement(one) && getTag(one.getOpeningElement()) === head)
    if (head === undefined || !isOfHead) rewriteAttribute(edits, attribute, elements)
  }
  rewriteFragments(file, edits)
  rewriteTypes(file, edits, props)
}

function rewriteAttribute(
  edits: SourceEdits,
  attribute: JsxAttribute,
  elements: readonly (string | undefined)[],
): void {
  const name = attribute.getNameNode().getText()
  const owner = attribute.getFirstAncestor(
    (node) => Node.isJsxOpeningElement(node) || Node.isJsxSelfClosingElement(node),
  )
  const tag = owner === undefined ? '' : getTag(owner)
  const isComponent = /^[A-Z]/.test(tag) && !elements.includes(tag)
  if (name === 'key') {
    const text = attribute.getSourceFile().getFullText()
    const space = /\s*$/.exec(text.slice(0, attribute.getStart()))?.[0].length ?? 0
    edits.replace({ start: attribute.getStart() - space, end: attribute.getEnd() }, '')
    return
  }
  if (isComponent) return
  const value = attribute.getInitializer()
  if (name === 'dangerouslySetInnerHTML') {
    const html = value?.getFirstDescendant((node) => Node.isPropertyAssignment(node) && node.getName() === '__html')
    if (Node.isPropertyAssignment(html))
      edits.replace(attribute, `innerHTML={${html.getInitializerOrThrow().getText()}}`)
    else edits.leave(attribute, 'Set innerHTML to the HTML string, because this is not an object literal with __html.')
    return
  }
  if (name === 'style') {
    rewriteStyle(edits, attribute)
    return
  }
  const renamed = NAMES[name] ?? (OF_SVG.test(name) ? toKebabCase(name) : undefined)
  if (renamed !== undefined) edits.replace(attribute.getNameNode(), renamed)
}

function getTag(owner: Node): string {
  return Node.isJsxOpeningElement(owner) || Node.isJsxSelfClosingElement(owner) ? owner.getTagNameNode().getText() : ''
}

/** Converts `{ marginTop: 4 }` to `{ 'margin-top': '4px' }`. */
function rewriteStyle(edits: SourceEdits, attribute: JsxAttribute): void {
  const value = attribute.getInitializer()
  const object = Node.isJsxExpression(value) ? value.getExpression() : undefined
  if (!Node.isObjectLiteralExpression(object)) {
    if (value !== undefined) edits.leave(attribute, 'Use CSS property names in this style, and add units to lengths.')
    return
  }
  for (const property of object.getProperties()) {
    if (!Node.isPropertyAssignment(property)) continue
    const name = property.getName()
    const inner = property.getInitializer()
    if (/[A-Z]/.test(name) && !name.startsWith("'")) edits.replace(property.getNameNode(), `'${toKebabCase(name)}'`)
    if (Node.isNumericLiteral(inner) && inner.getText() !== '0' && !PLAIN.test(name))
      edits.replace(inner, `'${inner.getText()}px'`)
  }
}

function toKebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** Converts `<React.Fragment key={id}>` to `<>`. */
function rewriteFragments(file: SourceFile, edits: SourceEdits): void {
  for (const element of file.getDescendantsOfKind(SyntaxKind.JsxElement)) {
    if (!/^(?:React\.)?Fragment$/.test(element.getOpeningElement().getTagNameNode().getText())) continue
    const opening = element.getOpeningElement()
    edits.replace({ start: opening.getStart() + 1, end: opening.getEnd() - 1 - attributesLength(opening) }, '')
    edits.replace(element.getClosingElement().getTagNameNode(), '')
  }
}

/** Returns the length of the attributes, which this edit leaves out. The key is removed as an attribute. */
function attributesLength(opening: Node): number {
  const attribute = opening.getFirstDescendantByKind(SyntaxKind.JsxAttribute)
  if (attribute === undefined) return 0
  const tag = opening.getChildAtIndex(1)
  return opening.getEnd() - 1 - tag.getEnd()
}

const TYPES: Readonly<Record<string, readonly [module: string, name: string, written: string]>> = {
  ReactNode: ['solid-js', 'type JSX', 'JSX.Element'],
  ReactElement: ['solid-js', 'type JSX', 'JSX.Element'],
  FC: ['solid-js', 'type Component', 'Component'],
  FunctionComponent: ['solid-js', 'type Component', 'Component'],
  PropsWithChildren: ['solid-js', 'type ParentProps', 'ParentProps'],
}

/** Converts types of React, and removes its import if nothing else needs it. */
function rewriteTypes(file: SourceFile, edits: SourceEdits, props: Node | undefined): void {
  const wanted = new Set<string>()
  let unknown = false
  for (const type of file.getDescendantsOfKind(SyntaxKind.TypeReference)) {
    const name = type
      .getTypeName()
      .getText()
      .replace(/^React\./, '')
    const known = TYPES[name]
    const isReact = type.getTypeName().getText().startsWith('React.') || isFromReact(file, name)
    if (!isReact || props?.containsRange(type.getPos(), type.getEnd())) continue
    if (known === undefined) {
      edits.leave(type, `Replace ${name} with a type of solid-js.`)
      unknown = true
      continue
    }
    wanted.add(known[1])
    edits.replace(type.getTypeName(), known[2])
  }
  const imports = importsFrom(file, 'react')
  const text =
    wanted.size === 0
      ? ''
      : `import { ${[...wanted].sort().join(', ')} } from 'solid-js'`.replace(/\{ type ([^,]+) \}/, '{ type $1 }')
  const [first, ...more] = imports
  if (unknown) return
  if (first === undefined) {
    if (text !== '') edits.insert(file.getStatements()[0]?.getStart() ?? 0, `${text}\n`)
    return
  }
  if (text === '') removeImport(edits, first)
  else edits.replace(first, text.replace(/^import \{ type (\w+) \}/, 'import type { $1 }'))
  for (const declaration of more) removeImport(edits, declaration)
}

function isFromReact(file: SourceFile, name: string): boolean {
  return importsFrom(file, 'react').some((one) => one.getNamedImports().some((named) => named.getName() === name))
}

/** Leaves a comment at Solid markup inside a React component, which accepts only data and React markup. */
export function leaveMarkup(file: SourceFile, edits: SourceEdits, isReact: (specifier: string) => boolean): void {
  const names = file
    .getImportDeclarations()
    .filter((one) => isReact(one.getModuleSpecifierValue()))
    .flatMap((one) => [one.getDefaultImport()?.getText(), ...one.getNamedImports().map((named) => named.getName())])
  for (const element of file.getDescendantsOfKind(SyntaxKind.JsxElement)) {
    const name = element.getOpeningElement().getTagNameNode().getText()
    if (names.includes(name))
      edits.leave(element, `Move the children of ${name} into its file, because React cannot render Solid markup.`)
  }
}
