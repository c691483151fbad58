/** Which functions of a JavaScript module call each other, by the names of functions, methods and variables. */
import { isNode, type Node } from './module-edits.ts'

/**
 * The calls in a module. Functions are identified by their names only, so functions of the same name count as one, and
 * calls of another object's method count as calls of a method of that name.
 */
export class NamedCalls {
  /** Name of a function -> names that it calls, including those in its callbacks. */
  readonly #called = new Map<string, Set<string>>()

  constructor(program: Node) {
    this.#record(program, [], undefined)
  }

  #record(node: Node, around: readonly Set<string>[], receiver: string | undefined): void {
    let scopes = around
    if (isFunction(node)) {
      const name = readFunctionName(node, receiver)
      if (name !== '') scopes = [...around, this.#namesOf(name)]
    }
    const callee = readCallee(node)
    if (callee !== '') for (const names of scopes) names.add(callee)
    const own = readReceiver(node)
    for (const child of listChildNodes(node)) this.#record(child, scopes, own)
  }

  #namesOf(name: string): Set<string> {
    const names = this.#called.get(name) ?? new Set()
    this.#called.set(name, names)
    return names
  }

  /** Whether code calls one of the named functions, itself or through functions of the module. */
  repeats(code: Node, names: readonly string[]): boolean {
    const wanted = new Set(names.filter((name) => name !== ''))
    if (wanted.size === 0) return false
    const seen = listCallees(code, new Set())
    // A Set's iteration includes added members.
    for (const name of seen) {
      if (wanted.has(name)) return true
      for (const next of this.#called.get(name) ?? []) seen.add(next)
    }
    return false
  }
}

function listCallees(node: Node, names: Set<string>): Set<string> {
  const callee = readCallee(node)
  if (callee !== '') names.add(callee)
  for (const child of listChildNodes(node)) listCallees(child, names)
  return names
}

/** Returns the name of the function or method that the node calls, or an empty string. */
function readCallee({ type, callee }: Node): string {
  return type === 'CallExpression' && isNode(callee) ? readKey(callee) : ''
}

/** Returns `next` for `next`, `queue.next`, `this.#next` and the key of a member. */
function readKey(node: Node): string {
  if (node.type === 'MemberExpression') return node.computed === true ? '' : readKey(node.property as Node)
  if (node.type === 'PrivateIdentifier') return String(node.name)
  return readName(node)
}

/** Returns the name of the variable or member that receives a value of the node, or `undefined`. */
export function readReceiver(node: Node): string | undefined {
  if (node.type === 'VariableDeclarator') return readName(node.id as Node)
  if (node.type === 'AssignmentExpression') return readKey(node.left as Node)
  if (/^(?:MethodDefinition|PropertyDefinition|Property)$/.test(node.type) && node.computed !== true)
    return readKey(node.key as Node)
  return undefined
}

/** @param receiver Name of the variable or member that receives the function. */
export function readFunctionName(node: Node, receiver: string | undefined): string {
  return readName(node.id as Node | null) || (receiver ?? '')
}

export function readName(node: Node | null | undefined): string {
  return node?.type === 'Identifier' ? String(node.name) : ''
}

export function isFunction(node: Node): boolean {
  return /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)
}

export function listChildNodes(node: Node): readonly Node[] {
  const children: Node[] = []
  // Runs for each node of every browser module: `Object.entries` would create several arrays each time.
  for (const key in node) {
    const value = node[key]
    if (typeof value !== 'object' || value === null || key === 'parent') continue
    if (!Array.isArray(value)) {
      if (isNode(value)) children.push(value)
    } else for (const each of value) if (isNode(each)) children.push(each)
  }
  return children
}
