/** The named types of one contract that are known so far during the walk. */
import type { TypeNode } from '../type-tree.ts'
import type { ts } from './typescript.ts'
import type { TypeProblem } from './walk.ts'

export interface Definition {
  readonly type: ts.Type
  /** Distinguishes uses of one type that differ only in their doc tags. */
  readonly key: string
  readonly name: string
  /** Whether the name is the type's own, without a position or a suffix for uniqueness. */
  readonly hasOwnName: boolean
  /** The app's own code declares the type. */
  readonly isNamedByApp: boolean
  /** Zero-based index in its contract. */
  readonly order: number
  node: TypeNode | undefined
  recursive: boolean
  /** Problems inside it, with paths relative to the definition. */
  problems: readonly TypeProblem[]
}

export interface Definitions {
  find(type: ts.Type, key: string): Definition | undefined
  named(name: string): Definition | undefined
  has(name: string): boolean
  /** Returns the definitions in the order in which they were added. */
  all(): Iterable<Definition>
  /** Returns the number of definitions added so far. */
  count(): number
  add(definition: Omit<Definition, 'order'>): Definition
  /** Removes a definition that is inlined; its name is free again. */
  drop(definition: Definition): void
}

export function createDefinitions(): Definitions {
  const byType = new Map<ts.Type, Map<string, Definition>>()
  const byName = new Map<string, Definition>()
  let count = 0
  return {
    find: (type, key) => byType.get(type)?.get(key),
    named: (name) => byName.get(name),
    has: (name) => byName.has(name),
    all: () => byName.values(),
    count: () => count,
    add(begun) {
      const definition = { ...begun, order: count }
      count += 1
      byType.set(begun.type, (byType.get(begun.type) ?? new Map<string, Definition>()).set(begun.key, definition))
      byName.set(begun.name, definition)
      return definition
    },
    drop({ type, key, name }) {
      byType.get(type)?.delete(key)
      byName.delete(name)
    },
  }
}
