/** Which functions of a JavaScript module call each other, by the names of functions, methods and variables. */
import { isNode, type Node } from './module-edits.ts'

/**
 * The calls in a module. Functions are identified by their names only, so functions of the same name count as one, and
 * calls of another object's method count as calls of a method of that name.
 */
export class NamedCalls {
  /** Name of a function -> names that it calls, including those in its callbacks. */
  readonly #called = new Map<string, Set<string>>()
  /** Name of a function -> names of functions that are passed to it, or called by functions that are passed to it. */
  readonly #given = new Map<string, Set<string>>()
  /** Names of the functions that call a parameter. */
  readonly #callsParameter = new Set<string>()

  constructor(program: Node) {
    this.#record(program, { names: [], parameters: new Map() }, undefined)
  }

  #record(node: Node, outer: Enclosing, receiver: string | undefined): void {
    const enclosing = isFunction(node) ? enter(node, outer, receiver) : outer
    const callee = readCallee(node)
    if (callee !== '') {
      for (const name of enclosing.names) getNames(this.#called, name).add(callee)
      const owner = enclosing.parameters.get(callee)
      if (owner !== undefined) this.#callsParameter.add(owner)
      for (const given of node.arguments as readonly Node[]) addGiven(getNames(this.#given, callee), given)
    }
    if (receiver !== undefined && node.type === 'ObjectExpression') this.#recordMembers(node, receiver)
    const own = readReceiver(node)
    for (const child of listChildNodes(node)) this.#record(child, enclosing, own)
  }

  /** A call of `steps[state]()` may call each member of `steps`. */
  #recordMembers({ properties }: Node, receiver: string): void {
    const members = getNames(this.#called, receiver + MEMBERS)
    for (const property of properties as readonly Node[]) members.add(readReceiver(property) ?? '')
  }

  /** Whether code calls one of the named functions, itself or through functions of the module. */
  repeats(code: Node, names: readonly string[]): boolean {
    const wanted = new Set(names.filter((name) => name !== ''))
    if (wanted.size === 0) return false
    const seen = listCallees(code, new Set())
    for (const name of wanted)
      if (this.#callsParameter.has(name)) for (const given of this.#given.get(name) ?? []) seen.add(given)
    // A Set's iteration includes added members.
    for (const name of seen) {
      if (wanted.has(name)) return true
      for (const next of this.#called.get(name) ?? []) seen.add(next)
      if (this.#callsParameter.has(name)) for (const next of this.#given.get(name) ?? []) seen.add(next)
    }
    return false
  }
}

/** The functions around a node. */
interface Enclosing {
  /** Their names. */
  readonly names: readonly string[]
  /** Parameter -> name of its function. */
  readonly parameters: ReadonlyMap<string, string>
}

function enter(node: Node, { names, parameters }: Enclosing, receiver: string | undefined): Enclosing {
  const name = readFunctionName(node, receiver)
  if (name === '') return { names, parameters }
  const own = (node.params as readonly Node[]).map((parameter) => [readName(parameter), name] as const)
  return { names: [...names, name], parameters: own.length === 0 ? parameters : new Map([...parameters, ...own]) }
}

function getNames(all: Map<string, Set<string>>, name: string): Set<string> {
  const names = all.get(name) ?? new Set()
  all.set(name, names)
  return names
}

function addGiven(names: Set<string>, given: Node): void {
  if (isFunction(given)) listCallees(given, names)
  else if (given.type === 'Identifier') names.add(readName(given))
}

/** Follows the name of an object whose members are called by a computed key. */
const MEMBERS = '[]'

function listCallees(node: Node, names: Set<string>): Set<string> {
  const callee = readCallee(node)
  if (callee !== '') names.add(callee)
  for (const child of listChildNodes(node)) listCallees(child, names)
  return names
}

/** Returns the name of the function or method that the node calls, or an empty string. */
function readCallee({ type, callee }: Node): string {
  if (type !== 'CallExpression' || !isNode(callee)) return ''
  if (callee.type !== 'MemberExpression' || callee.computed !== true) return readKey(callee)
  const object = readKey(callee.object as Node)
  return object === '' ? '' : object + MEMBERS
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
