/**
 * Functions that a body declares several times, or also with `var`. That is valid only at the top of a function: in a block, a
 * function has the scope of `let`.
 */
import type { ModuleEdits, Node } from './module-edits.ts'
import { isFunction, listChildNodes, readName } from './named-calls.ts'

/**
 * Gives these functions other names, and assigns them to variables of their own names, so that `body` may become a block.
 *
 * @param start Offset of the first statement of the block.
 */
export function renameRedeclared<Name extends string>(body: Node, start: number, edits: ModuleEdits<Name>): void {
  const functions = (body.body as readonly Node[]).filter(({ type }) => type === 'FunctionDeclaration')
  if (functions.length === 0) return
  const names = listChildNodes(body).flatMap((child) => listHoistedNames(child))
  const last = new Map<string, string>()
  for (const { id } of functions) {
    const { start: at, name } = id as Node
    if (names.filter((other) => other === name).length < 2) continue
    edits.insert(at, `_$${at}_`)
    last.set(String(name), `_$${at}_${name}`)
  }
  const text = [...last].map(([name, local]) => `var ${name}=${local};`).join('')
  if (text !== '') edits.insert(start, text)
}

/**
 * Returns the names that a statement declares for the whole function, once for each declaration. In sloppy mode, functions in
 * blocks are such declarations, too.
 */
function listHoistedNames(node: Node): readonly string[] {
  if (node.type === 'FunctionDeclaration') return [readName(node.id as Node)]
  if (isFunction(node)) return []
  const nested = listChildNodes(node).flatMap((child) => listHoistedNames(child))
  if (node.type !== 'VariableDeclaration' || node.kind !== 'var') return nested
  return [...(node.declarations as readonly Node[]).flatMap(({ id }) => listPatternNames(id as Node)), ...nested]
}

function listPatternNames(pattern: Node): readonly string[] {
  if (pattern.type === 'Identifier') return [readName(pattern)]
  // Keys and default values of a pattern aren't declared.
  const { type, value, left, argument, properties, elements } = pattern
  const parts: unknown = { Property: [value], AssignmentPattern: [left], RestElement: [argument] }[type]
  const nodes = (parts ?? properties ?? elements ?? []) as readonly (Node | null)[]
  return nodes.flatMap((node) => (node === null ? [] : listPatternNames(node)))
}
