/** The types of one contract that have names of their own, as far as they are known while it is walked. */
import type { TypeNode } from '../type-tree.ts'
import type { ts } from './typescript.ts'
import type { TypeProblem } from './walk.ts'

export interface Definition {
  readonly type: ts.Type
  /** Tells apart uses of one type that differ in their doc tags only. */
  readonly key: string
  readonly name: string
  /** Neither its place nor another type of that name is in the name. */
  readonly hasOwnName: boolean
  /** The how manieth of its contract. */
  readonly order: number
  node: TypeNode | undefined
  recursive: boolean
  /** Found inside, with paths relative to the definition. */
  problems: readonly TypeProblem[]
}

export interface Definitions {
  find(type: ts.Type, key: string): Definition | undefined
  named(name: string): Definition | undefined
  has(name: string): boolean
  /** In the order in which they were begun. */
  all(): Iterable<Definition>
  /** How many were begun. */
  count(): number
  add(definition: Omit<Definition, 'order'>): Definition
  /** It stands where it is used, and its name is free again. */
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
