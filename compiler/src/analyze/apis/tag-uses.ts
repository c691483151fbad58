/** Finds uses of cache tags in one file: tags of its cached functions and apis, and tags that it invalidates. */
import type { ts } from '#program/typescript.ts'
import { findConstant, nameText, unwrap } from '../modules/static-value.ts'
import { TAG_VALUE, tagsIn } from './tag-texts.ts'

type Ts = typeof ts

/**
 * A literal tag in an invalidation, or in the `tags` of an api, whose parameters the input fills too. By `cached` and `function`,
 * the tag has a value in brackets that nothing fills in.
 */
export interface DroppedTag {
  readonly by: 'invalidates' | 'revalidateTag' | 'tags' | 'cached' | 'function'
  /** For `invalidates` and `tags`: the export whose definition contains it, if there is one. */
  readonly api?: string
  readonly text: string
  /** Offsets of the string with its quotes. */
  readonly start: number
  readonly end: number
  /** Whether the literal has no escapes. */
  readonly isPlain: boolean
}

export interface TagUses {
  /** Content of the file. */
  readonly source: string
  /** Tags of `cached` functions and of apis; undefined if they are known only at run time. */
  readonly carried: readonly string[] | undefined
  /** Tags of `cached` functions only. */
  readonly cached: readonly string[]
  /** Names of the variables of apis with `tags`; `undefined` for an api that isn't a variable. */
  readonly tagged: readonly (string | undefined)[]
  readonly dropped: readonly DroppedTag[]
}

const RUNTIME = '@fw/runtime'
const WANTED: ReadonlySet<string> = new Set(['api', 'cached', 'revalidateTag'])

/** Returns the uses of cache tags in a file. */
export function readTagUses(ts: Ts, file: ts.SourceFile): TagUses {
  const { names, spaces } = listImportedNames(ts, file)
  let carried: readonly string[] | undefined = exportsAll(ts, file) ? undefined : []
  const cached: string[] = []
  const tagged: (string | undefined)[] = []
  const dropped: DroppedTag[] = []
  /** Returns the name of the runtime's function that an expression refers to. */
  const meant = (node: ts.Node): string | undefined => {
    if (ts.isIdentifier(node)) return names.get(node.text)
    const isMember = ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression)
    return isMember && spaces.has(node.expression.text) ? node.name.text : undefined
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return
    if (ts.isCallExpression(node)) {
      const callee = meant(node.expression)
      if (callee === 'cached') {
        const tags = optionTags(ts, node.arguments[1])
        carried = both(carried, tags)
        cached.push(...(tags ?? []))
        dropped.push(...findBracketed(ts, file, node.arguments[1], 'cached'))
      }
      if (callee === 'api') {
        const tags = definitionTags(ts, node)
        carried = both(carried, tags)
        if (tags === undefined || tags.length > 0) tagged.push(findVariable(ts, node))
        dropped.push(...findBracketed(ts, file, node.arguments[0], 'function'))
        dropped.push(...findListed(ts, file, node, 'invalidates'), ...findListed(ts, file, node, 'tags'))
      }
      if (callee === 'revalidateTag') dropped.push(...mentions(ts, file, node.arguments.slice(0, 1), 'revalidateTag'))
      if (callee !== undefined) {
        node.arguments.forEach(visit)
        return
      }
    }
    // If `cached` is passed on, its arguments are unknown.
    if (ts.isIdentifier(node) && names.get(node.text) === 'cached' && !isOtherName(ts, node)) carried = undefined
    ts.forEachChild(node, visit)
  }
  visit(file)
  return { source: file.text, carried, cached, tagged, dropped }
}

function both(left: readonly string[] | undefined, right: readonly string[] | undefined): string[] | undefined {
  return left && right && [...left, ...right]
}

/** Returns local name -> name in the runtime, and names of namespace imports. */
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

/** Returns whether a file re-exports `cached`: `export { cached } from '@fw/runtime'`. */
function exportsAll(ts: Ts, file: ts.SourceFile): boolean {
  return file.statements.some((statement) => {
    if (!ts.isExportDeclaration(statement) || !isRuntime(ts, statement.moduleSpecifier)) return false
    const clause = statement.exportClause
    if (clause === undefined || !ts.isNamedExports(clause)) return true
    return clause.elements.some(({ name, propertyName }) => (propertyName ?? name).text === 'cached')
  })
}

/** Returns whether an identifier isn't the runtime's `cached` but a member or a parameter with this name. */
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

/** Returns the tags of an object's member `tags`; empty if it has none. */
export function memberTags(ts: Ts, object: ts.ObjectLiteralExpression): readonly string[] | undefined {
  const names = object.properties.map(({ name }) => name && nameText(ts, name))
  if (names.includes(undefined)) return undefined
  const member = object.properties[names.indexOf('tags')]
  if (member === undefined) return []
  if (ts.isPropertyAssignment(member)) return tagsIn(ts, member.initializer)
  return ts.isShorthandPropertyAssignment(member) ? tagsIn(ts, member.name) : undefined
}

/** Returns the tags of an api's definition; another rule reports a definition that isn't an object literal. */
function definitionTags(ts: Ts, call: ts.CallExpression): readonly string[] | undefined {
  const definition = readDefinition(ts, call)
  return definition === undefined ? [] : memberTags(ts, definition)
}

/** Returns the literal tags with a value in brackets, in a list of a cached function or in a function, where nothing fills it in. */
function findBracketed(
  ts: Ts,
  file: ts.SourceFile,
  options: ts.Expression | undefined,
  by: 'cached' | 'function',
): DroppedTag[] {
  const given = options && unwrap(ts, options)
  if (given === undefined || !ts.isObjectLiteralExpression(given)) return []
  const member = given.properties.find(({ name }) => name && nameText(ts, name) === 'tags')
  const tags = member !== undefined && ts.isPropertyAssignment(member) ? unwrap(ts, member.initializer) : undefined
  if (tags === undefined) return []
  if (ts.isArrowFunction(tags) || ts.isFunctionExpression(tags))
    return mentions(ts, file, listElements(ts, tags.body), 'function').filter(({ text }) => TAG_VALUE.test(text))
  if (by === 'function' || !ts.isArrayLiteralExpression(tags)) return []
  return mentions(ts, file, tags.elements, by).filter(({ text }) => TAG_VALUE.test(text))
}

/** Returns the elements of all lists in a node. */
function listElements(ts: Ts, node: ts.Node): ts.Expression[] {
  const found: ts.Expression[] = ts.isArrayLiteralExpression(node) ? [...node.elements] : []
  ts.forEachChild(node, (child) => void found.push(...listElements(ts, child)))
  return found
}

function readDefinition(ts: Ts, call: ts.CallExpression): ts.ObjectLiteralExpression | undefined {
  const definition = call.arguments[0] && unwrap(ts, call.arguments[0])
  return definition !== undefined && ts.isObjectLiteralExpression(definition) ? definition : undefined
}

/** Returns the literal tags of a definition's member. */
function findListed(ts: Ts, file: ts.SourceFile, call: ts.CallExpression, by: 'invalidates' | 'tags'): DroppedTag[] {
  const member = readDefinition(ts, call)?.properties.find(({ name }) => name && nameText(ts, name) === by)
  if (member === undefined || !ts.isPropertyAssignment(member)) return []
  const given = unwrap(ts, member.initializer)
  const constant = ts.isIdentifier(given) ? findConstant(ts, given) : given
  const list = constant && unwrap(ts, constant)
  if (list === undefined || !ts.isArrayLiteralExpression(list)) return []
  return mentions(ts, file, list.elements, by, findVariable(ts, call))
}

function findVariable(ts: Ts, { parent }: ts.CallExpression): string | undefined {
  return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? parent.name.text : undefined
}

/** A literal that is cast to another type is skipped: `'orders' as string as CacheTag`. */
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
