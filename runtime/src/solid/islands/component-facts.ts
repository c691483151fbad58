/** Facts that the compiler derives from a component and passes to its island (`compiler.bindingMaps`). */
import type { NamedStore } from '../stores/store-definition.ts'

export interface ComponentFacts {
  /** Doc comment of the component. */
  readonly description?: string
  /** Paths of stores that its elements show, such as `cart.lines.length`. */
  readonly shows?: readonly string[]
  /** Tools that its elements call, such as `AddToCart.add` and `cart.add`. */
  readonly does?: readonly string[]
  /** Returns the stores at the start of these paths and tools, by the names in the component's code. */
  stores?(): Readonly<Record<string, NamedStore>>
}

/** Joins the facts of the components of an island. Stores have the app's aliases. */
export function joinFacts(components: readonly ComponentFacts[]): {
  readonly shows: readonly string[]
  readonly does: readonly string[]
} {
  const listNamed = (names: 'shows' | 'does') => [
    ...new Set(components.flatMap((facts) => (facts[names] ?? []).map((name) => withAlias(name, facts)))),
  ]
  return { shows: listNamed('shows'), does: listNamed('does') }
}

function withAlias(name: string, { stores }: ComponentFacts): string {
  const [first = ''] = name.split(/[.[]/, 1)
  const alias = stores?.()[first]?.alias
  return alias === undefined ? name : alias + name.slice(first.length)
}
