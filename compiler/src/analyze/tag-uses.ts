/** What one file says of cache tags: those that its cached functions carry, and those that it drops. */
import type { ts } from '../program/typescript.ts'
import type { AppReader } from './app-reader.ts'
import { findConstant, nameText, unwrap } from './static-value.ts'
import { tagsIn } from './tag-texts.ts'

type Ts = typeof ts

/** A tag that is written out where something is dropped. */
export interface DroppedTag {
  readonly by: 'invalidates' | 'revalidateTag'
  /** Of `invalidates`: the export whose definition it stands in, where it is one. */
  readonly api?: string
  readonly text: string
  /** Offsets of the text with its quotes. */
  readonly start: number
  readonly end: number
  /** Whether it stands there as it is, without escapes. */
  readonly isPlain: boolean
}

export interface TagUses {
  /** Of the file. */
  readonly source: string
  /** By functions of `cached`; undefined where only running the file would tell. */
  readonly carried: readonly string[] | undefined
  readonly dropped: readonly DroppedTag[]
}

type Reader = (file: ts.SourceFile) => TagUses
const readers = new WeakMap<Ts, Reader>()

/** One function for each TypeScript, so that what it read is known again. */
export function createTagReader({ ts }: AppReader): Reader {
  const known = readers.get(ts) ?? ((file) => readUses(ts, file))
  readers.set(ts, known)
  return known
}

const RUNTIME = '@fw/runtime'
const WANTED: ReadonlySet<string> = new Set(['api', 'cached', 'revalidateTag'])

function readUses(ts: Ts, file: ts.SourceFile): TagUses {
  const { names, spaces } = listImportedNames(ts, file)
  let carried: readonly string[] | undefined = exportsAll(ts, file) ? undefined : []
  const dropped: DroppedTag[] = []
  /** What of the runtime an expression is. */
  const meant = (node: ts.Node): string | undefined => {
    if (ts.isIdentifier(node)) return names.get(node.text)
    const isMember = ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression)
    return isMember && spaces.has(node.expression.text) ? node.name.text : undefined
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return
    if (ts.isCallExpression(node)) {
      const callee = meant(node.expression)
      if (callee === 'cached') carried = both(carried, optionTags(ts, node.arguments[1]))
      if (callee === 'api') dropped.push(...findInvalidated(ts, file, node))
      if (callee === 'revalidateTag') dropped.push(...mentions(ts, file, node.arguments.slice(0, 1), 'revalidateTag'))
      if (callee !== undefined) {
        node.arguments.forEach(visit)
        return
      }
    }
    // Handed on, it is called with nobody knows what.
    if (ts.isIdentifier(node) && names.get(node.text) === 'cached' && !isOtherName(ts, node)) carried = undefined
    ts.forEachChild(node, visit)
  }
  visit(file)
  return { source: file.text, carried, dropped }
}

function both(left: readonly string[] | undefined, right: readonly string[] | undefined): string[] | undefined {
  return left && right && [...left, ...right]
}

/** Local name -> name of the runtime, and names of the whole of it. */
function listImportedNames(
  ts: Ts,
  file: ts.SourceFile,
): { readonly names: ReadonlyMap<string, string>; readonly spaces: ReadonlySet<string> } {
  const names = new Map<string, string>()
  const spaces = new Set<string>()
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || !isRuntime(ts, statement.moduleSpecifier)) continue
    const bindings = statement.importClause?.namedBindings
    if (bindings === undefined) continue
    if (ts.isNamespaceImport(bindings)) spaces.add(bindings.name.text)
    else
      for (const { name, propertyName } of bindings.elements) {
        const imported = (propertyName ?? name).text
        if (WANTED.has(imported)) names.set(name.text, imported)
      }
  }
  return { names, spaces }
}

function isRuntime(ts: Ts, specifier: ts.Expression | undefined): boolean {
  return specifier !== undefined && ts.isStringLiteral(specifier) && specifier.text === RUNTIME
}

/** Whether a file hands `cached` on: `export { cached } from '@fw/runtime'`. */
function exportsAll(ts: Ts, file: ts.SourceFile): boolean {
  return file.statements.some((statement) => {
    if (!ts.isExportDeclaration(statement) || !isRuntime(ts, statement.moduleSpecifier)) return false
    const clause = statement.exportClause
    if (clause === undefined || !ts.isNamedExports(clause)) return true
    return clause.elements.some(({ name, propertyName }) => (propertyName ?? name).text === 'cached')
  })
}

/** What something is called that is not the `cached` of the runtime: a member, a parameter. */
function isOtherName(ts: Ts, node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node
  return ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent) ? parent.name === node : false
}

function optionTags(ts: Ts, given: ts.Expression | undefined): readonly string[] | undefined {
  const node = given && unwrap(ts, given)
  if (node === undefined) return []
  if (ts.isIdentifier(node)) {
    const constant = findConstant(ts, node)
    return constant && optionTags(ts, constant)
  }
  return ts.isObjectLiteralExpression(node) ? memberTags(ts, node) : undefined
}

/** What the member `tags` of an object comes to; none where there is none. */
export function memberTags(ts: Ts, object: ts.ObjectLiteralExpression): readonly string[] | undefined {
  const names = object.properties.map(({ name }) => name && nameText(ts, name))
  if (names.includes(undefined)) return undefined
  const member = object.properties[names.indexOf('tags')]
  if (member === undefined) return []
  if (ts.isPropertyAssignment(member)) return tagsIn(ts, member.initializer)
  return ts.isShorthandPropertyAssignment(member) ? tagsIn(ts, member.name) : undefined
}

function findInvalidated(ts: Ts, file: ts.SourceFile, call: ts.CallExpression): DroppedTag[] {
  const definition = call.arguments[0] && unwrap(ts, call.arguments[0])
  if (definition === undefined || !ts.isObjectLiteralExpression(definition)) return []
  const member = definition.properties.find(({ name }) => name && nameText(ts, name) === 'invalidates')
  if (member === undefined || !ts.isPropertyAssignment(member)) return []
  const given = unwrap(ts, member.initializer)
  const constant = ts.isIdentifier(given) ? findConstant(ts, given) : given
  const list = constant && unwrap(ts, constant)
  if (list === undefined || !ts.isArrayLiteralExpression(list)) return []
  const { parent } = call
  const api = ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? parent.name.text : undefined
  return mentions(ts, file, list.elements, 'invalidates', api)
}

/** One that is taken for another type is left alone: `'orders' as string as CacheTag`. */
function mentions(
  ts: Ts,
  file: ts.SourceFile,
  nodes: readonly ts.Expression[],
  by: DroppedTag['by'],
  api?: string,
): DroppedTag[] {
  return nodes.filter(ts.isStringLiteralLike).map((node) => {
    const [start, end] = [node.getStart(file), node.end]
    const isPlain = file.text.slice(start + 1, end - 1) === node.text
    return { by, ...(api !== undefined && { api }), text: node.text, start, end, isPlain }
  })
}
