/**
 * Reads the components and links of a file from TypeScript's own tree. `jsx/` does the same with Babel, which editors
 * don't load. Tests compare the two.
 */

import { listImportedNames } from '#analyze/apis/api-exports.ts'
import { toProjectPath } from '#analyze/modules/workspace-files.ts'
import type { AnalyzedComponents } from '#analyze/pages/components.ts'
import { createSpan } from '#diagnostic/code-frame.ts'
import {
  addReason,
  createUnit,
  type ExportedUnit,
  listComponents,
  marksStatic,
  mayHoldComponents,
  type Unit,
} from '#jsx/component-units.ts'
import {
  attributeReason,
  isInteractiveAttribute,
  isIslandImport,
  isLiveComponent,
  reactiveCall,
} from '#jsx/reactive-names.ts'
import { findRenderer } from '#jsx/renderer.ts'
import type { ComponentModel, SourceSpan } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import { type ModuleBindings, readBindings, withoutParentheses } from './module-bindings.ts'

type Ts = typeof ts

/** Attributes of elements that contain a URL of the app. */
const ADDRESS_ATTRIBUTES: ReadonlySet<string> = new Set(['href', 'src', 'action', 'formaction', 'formAction', 'poster'])

interface ComponentFile {
  /** Root of the app. */
  readonly root: string
  /** Relative to the root. */
  readonly file: string
  /** Whether it is a file of the routes folder. */
  readonly route: boolean
}

export function readComponents(ts: Ts, source: ts.SourceFile, place: ComponentFile): AnalyzedComponents {
  if (!mayHoldComponents({ code: source.text, file: place.file })) return { components: [], links: [], syntax: [] }
  const at = (node: ts.Node) => createSpan(place.file, source.text, node.getStart(source), node.end)
  return { components: components(ts, source, place, at), links: links(ts, source, at), syntax: [] }
}

type SpanOf = (node: ts.Node) => SourceSpan

function links(ts: Ts, source: ts.SourceFile, at: SpanOf): AnalyzedComponents['links'] {
  const redirects = listImportedNames(ts, source, 'redirect').direct
  const found: { to: string; span: SourceSpan }[] = []
  const add = (node: ts.Expression | undefined): void => {
    const value = node && withoutParentheses(ts, node)
    if (value !== undefined && ts.isStringLiteralLike(value) && /^\/(?![/\\])/.test(value.text))
      found.push({ to: value.text, span: at(value) })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isJsxAttribute(node) && isAddress(ts, node)) {
      const value = node.initializer
      add(value && ts.isJsxExpression(value) ? value.expression : value)
    }
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && redirects.has(node.expression.text))
      add(node.arguments[0])
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Matches `href` of `<a>`, not of `<Link>`. */
export function isAddress(ts: Ts, attribute: ts.JsxAttribute): boolean {
  const element = attribute.parent.parent
  return (
    ts.isIdentifier(attribute.name) &&
    ADDRESS_ATTRIBUTES.has(attribute.name.text) &&
    ts.isIdentifier(element.tagName) &&
    /^[a-z]/.test(element.tagName.text)
  )
}

function components(ts: Ts, source: ts.SourceFile, place: ComponentFile, at: SpanOf): readonly ComponentModel[] {
  const bindings = readBindings(ts, source)
  const units = new Map<string, Unit>()
  for (const [local, node] of bindings.functions) units.set(local, readUnit(ts, node, bindings, at))
  const exported = bindings.exported.map(({ local, exportName, statement }): ExportedUnit => {
    const call = bindings.calls.get(local)
    return {
      local,
      exportName,
      span: at(statement),
      isIslandCall: call !== undefined && isIslandImport(bindings.imports.get(call)),
      isMarkedStatic: commentsBefore(ts, source, statement).some(marksStatic),
    }
  })
  const { root, file, route } = place
  return listComponents(
    { units, exported },
    { file: toProjectPath(root, file), root, route, renderer: findRenderer(file, source.text) },
  )
}

function readUnit(ts: Ts, body: ts.Node, { functions, imports }: ModuleBindings, at: SpanOf): Unit {
  const unit = createUnit()
  const because = (reason: string, node: ts.Node) => addReason(unit, reason, at(node).line)
  const readElement = (element: ts.JsxOpeningLikeElement): void => {
    const { tagName, attributes } = element
    if (!ts.isIdentifier(tagName)) return
    if (!/^[a-z]/.test(tagName.text)) {
      if (functions.has(tagName.text)) unit.uses.add(tagName.text)
      else if (isLiveComponent(imports.get(tagName.text))) because(`component ${tagName.text}`, element)
      return
    }
    for (const attribute of attributes.properties) {
      if (!ts.isJsxAttribute(attribute)) continue
      if (attribute.initializer !== undefined && ts.isStringLiteral(attribute.initializer)) continue
      const name = attributeName(ts, attribute)
      if (isInteractiveAttribute(name)) because(attributeReason(name), attribute)
    }
  }
  const readCall = (call: ts.CallExpression): void => {
    const callee = withoutParentheses(ts, call.expression)
    if (!ts.isIdentifier(callee) || isOptional(ts, call)) return
    if (functions.has(callee.text)) unit.uses.add(callee.text)
    const imported = imports.get(callee.text)
    const kind = imported && reactiveCall(imported)
    if (kind === undefined) return
    if (kind !== 'intent') {
      because(`${kind} ${callee.text}`, call)
      return
    }
    const intent = readIntent(ts, call, at)
    because(intent === undefined ? 'call intent' : `intent ${intent.name}`, call)
    if (intent !== undefined) unit.intents.push(intent)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node)) unit.rendersJsx = true
    if (ts.isJsxOpeningLikeElement(node)) readElement(node)
    else if (ts.isCallExpression(node)) readCall(node)
    else if (ts.isPropertyAccessExpression(node) && node.name.text === 'children')
      unit.rendersJsx ||= !isOptional(ts, node) && !isTagName(ts, node)
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(body, visit)
  return unit
}

function isOptional(ts: Ts, node: ts.Node): boolean {
  return (node.flags & ts.NodeFlags.OptionalChain) !== 0
}

/** `<props.children>` renders no children. */
function isTagName(ts: Ts, node: ts.Node): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return isTagName(ts, parent)
  return (ts.isJsxOpeningLikeElement(parent) || ts.isJsxClosingElement(parent)) && parent.tagName === node
}

function attributeName(ts: Ts, { name }: ts.JsxAttribute): string {
  return ts.isIdentifier(name) ? name.text : `${name.namespace.text}:${name.name.text}`
}

/** Returns the comments without delimiters; comments on the line of the previous statement are included. */
function commentsBefore(ts: Ts, source: ts.SourceFile, { pos }: ts.Node): readonly string[] {
  const ranges = [
    ...(ts.getTrailingCommentRanges(source.text, pos) ?? []),
    ...(ts.getLeadingCommentRanges(source.text, pos) ?? []),
  ]
  return ranges.map(({ pos: start, end }) => source.text.slice(start + 2, end))
}

function readIntent(ts: Ts, call: ts.CallExpression, at: SpanOf): Unit['intents'][number] | undefined {
  const [name, given] = call.arguments.map((argument) => withoutParentheses(ts, argument))
  if (name === undefined || !ts.isStringLiteralLike(name)) return undefined
  const members = given && ts.isObjectLiteralExpression(given) ? given.properties : []
  const member = (key: string) =>
    members.find(
      (one) =>
        (ts.isPropertyAssignment(one) || ts.isShorthandPropertyAssignment(one)) &&
        ts.isIdentifier(one.name) &&
        one.name.text === key,
    )
  const described = member('description')
  const description = described && ts.isPropertyAssignment(described) ? described.initializer : undefined
  return {
    name: name.text,
    span: at(call),
    input: { source: member('input') === undefined ? 'none' : 'schema' },
    output: { source: member('output') === undefined ? 'none' : 'schema' },
    ...(description !== undefined && ts.isStringLiteralLike(description) && { description: description.text }),
  }
}
