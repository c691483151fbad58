/** Finds the JSX elements of a file that can have rendered an element of a page. */
import { readFileSync } from 'node:fs'
import { isObject } from '@fw/runtime/contract'
import { parseSync } from 'vite'
import { createSpan } from '#diagnostic/code-frame.ts'
import type { SourceSpan } from '#model.ts'

/** An element of a page. */
export interface RenderedElement {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  /** Text of the element and its descendants, with single spaces. */
  readonly text: string
}

/** An element in the sources. */
export interface SourceElement {
  readonly tag: string
  /** Literal attributes with their values; `undefined` for an expression. */
  readonly attributes: ReadonlyMap<string, string | undefined>
  readonly hasSpread: boolean
  /** Literal texts directly in the element. */
  readonly texts: readonly string[]
  /** Position of the opening tag. */
  readonly span: SourceSpan
}

/** Returns the elements of a file that can have rendered `element`, by what is literal in the source. */
export function findSourceElements(root: string, file: string, element: RenderedElement): readonly SourceElement[] {
  return readElements(root, file).filter((source) => canRender(source, element))
}

function canRender(source: SourceElement, { tag, attributes, text }: RenderedElement): boolean {
  if (source.tag !== tag || !source.texts.every((part) => text.includes(part))) return false
  for (const [name, value] of source.attributes) {
    if (isHandler(name) || value === undefined) continue
    if (attributes[name] !== value) return false
  }
  return source.hasSpread || Object.keys(attributes).every((name) => isAdded(name) || source.attributes.has(name))
}

/** An attribute that appears in no HTML. */
function isHandler(name: string): boolean {
  return /^(?:on|use:|prop:|ref$|classList$|innerHTML$|textContent$)/.test(name)
}

/** An attribute that the framework or another attribute adds. */
function isAdded(name: string): boolean {
  return /^(?:data-hk$|data-fw-|class$|style$)/.test(name)
}

interface Parsed {
  readonly text: string
  readonly elements: readonly SourceElement[]
}

const parsed = new Map<string, Parsed>()
const MAX_PARSED = 500

function readElements(root: string, file: string): readonly SourceElement[] {
  let text: string
  try {
    text = readFileSync(`${root}/${file}`, 'utf8')
  } catch {
    return []
  }
  const key = `${root}/${file}`
  const known = parsed.get(key)
  if (known?.text === text) return known.elements
  const elements: SourceElement[] = []
  collect(parseSync(file, text).program, { file, text, elements })
  if (parsed.size >= MAX_PARSED) parsed.clear()
  parsed.set(key, { text, elements })
  return elements
}

interface Collected {
  readonly file: string
  readonly text: string
  readonly elements: SourceElement[]
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [name: string]: unknown
}

function collect(value: unknown, into: Collected): void {
  if (Array.isArray(value)) for (const item of value) collect(item, into)
  else if (isNode(value)) {
    if (value.type === 'JSXElement') into.elements.push(...toSourceElement(value, into))
    for (const member of Object.values(value)) if (isObject(member)) collect(member, into)
  }
}

function isNode(value: unknown): value is Node {
  return isObject(value) && 'type' in value
}

function toSourceElement(node: Node, { file, text }: Collected): readonly SourceElement[] {
  const opening = node.openingElement as Node // by the type of the node
  const name = (opening.name as { readonly name?: unknown }).name
  // Components aren't elements of the page.
  if (typeof name !== 'string' || !/^[a-z]/.test(name)) return []
  const attributes = new Map<string, string | undefined>()
  let hasSpread = false
  for (const attribute of opening.attributes as readonly Node[]) {
    if (attribute.type === 'JSXSpreadAttribute') hasSpread = true
    else
      attributes.set(text.slice((attribute.name as Node).start, (attribute.name as Node).end), readLiteral(attribute))
  }
  const texts = (node.children as readonly Node[])
    .filter(({ type }) => type === 'JSXText')
    .map(({ value }) => String(value).replace(/\s+/g, ' ').trim())
    .filter((part) => part !== '' && !part.includes('&'))
  return [{ tag: name, attributes, hasSpread, texts, span: createSpan(file, text, opening.start, opening.end) }]
}

function readLiteral({ value }: Node): string | undefined {
  if (value === null) return ''
  const node = value as Node & { readonly expression?: Node } // an attribute has a literal, an expression or nothing
  const literal = node.type === 'JSXExpressionContainer' ? node.expression : node
  return literal?.type === 'Literal' && typeof literal.value === 'string' ? literal.value : undefined
}
