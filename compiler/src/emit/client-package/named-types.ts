/** The types that a module of a generated package declares: those of the app by their names, each once. */
import type { TypeNode, TypeTree } from '#type-tree.ts'
import { listChildren } from '#validate/tree-facts.ts'
import { describeNode, type PrintContext, printDoc, printType } from './print-type.ts'

type Side = PrintContext['side']

/** Names that the module imports. */
const IMPORTED = [
  'CallOptions',
  'Client',
  'Proposal',
  'UploadBytes',
  'Date',
  'Map',
  'Promise',
  'Record',
  'Set',
  'URL',
  'Uint8Array',
]

/** Collects the declarations. The names depend only on the types and their order. */
export class NamedTypes {
  /** A type with the types that it refers to -> its name. */
  readonly #names = new Map<string, string>()
  readonly #declarations = new Map<string, string>()
  readonly #taken: Set<string>

  /** @param taken Names of other declarations. */
  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set([...IMPORTED, ...taken])
  }

  /**
   * Returns the type of a contract as an expression. An object without a name is declared.
   *
   * @param name Its name then, such as `SearchInput`.
   */
  print(tree: TypeTree, side: Side, name: string): string {
    const { root } = tree
    if (root.kind !== 'object' || root.properties.length === 0) return printType(root, this.#createContext(tree, side))
    const own = this.#choose([name, `${name}Type`])
    this.#declarations.set(own, '')
    this.#declarations.set(own, declareType(own, root, this.#createContext(tree, side)))
    return own
  }

  /** Returns the declarations in the order in which they were needed. */
  list(): readonly string[] {
    return [...this.#declarations.values()]
  }

  #createContext(tree: TypeTree, side: Side): PrintContext {
    return { side, nameType: (definition) => this.#add(tree, side, definition) }
  }

  #add(tree: TypeTree, side: Side, definition: string): string {
    const node = tree.defs[definition]
    if (node === undefined) return 'unknown'
    const parts = [...listReachable(tree, definition)].sort().map((name) => [name, tree.defs[name]])
    // Most types are the same in inputs and outputs.
    const differs = parts.some(([, part]) => differsBySide(part as TypeNode))
    const identity = JSON.stringify([definition, parts, differs && side])
    const known = this.#names.get(identity)
    if (known !== undefined) return known
    const base = toTypeName(definition)
    const own = this.#choose([base, `${base}${side === 'input' ? 'Input' : 'Output'}`])
    this.#names.set(identity, own)
    // Before its members, which may refer to it.
    this.#declarations.set(own, '')
    this.#declarations.set(own, declareType(own, node, this.#createContext(tree, side)))
    return own
  }

  #choose(candidates: readonly string[]): string {
    let name = candidates.find((one) => !this.#taken.has(one))
    for (let count = 2; name === undefined; count++)
      if (!this.#taken.has(`${candidates[0]}${count}`)) name = `${candidates[0]}${count}`
    this.#taken.add(name)
    return name
  }
}

function declareType(name: string, node: TypeNode, context: PrintContext): string {
  const doc = printDoc(describeNode(node))
  const text = printType(node, context)
  return text.startsWith('{') && node.kind === 'object'
    ? `${doc}export interface ${name} ${text}`
    : `${doc}export type ${name} = ${text}`
}

/** Whether a part of the node itself is printed in another way in an input. */
function differsBySide(node: TypeNode): boolean {
  if (node.kind === 'codec' && node.codec === 'bytes') return true
  if (node.kind === 'object' && node.properties.some(({ type }) => type.default !== undefined)) return true
  return listChildren(node).some(differsBySide)
}

/** Returns the definitions that a definition refers to, with itself. */
function listReachable(tree: TypeTree, definition: string): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (node: TypeNode | undefined): void => {
    if (node === undefined) return
    if (node.kind === 'ref' && !found.has(node.name)) {
      found.add(node.name)
      visit(tree.defs[node.name])
    }
    listChildren(node).forEach(visit)
  }
  visit({ kind: 'ref', name: definition })
  return found
}

/** Returns a name of TypeScript: `Page<Order>` is `PageOrder`. */
function toTypeName(definition: string): string {
  const name = definition
    .split(/[^A-Za-z0-9_$]+/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
  return /^[A-Za-z_$]/.test(name) ? name : `Type${name}`
}
