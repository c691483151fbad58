/** What the compiler knows of a component and passes to its island (`compiler.bindingMaps`). */
import type { NamedStore } from '../stores/store-definition.ts'

export interface ComponentFacts {
  /** Its doc comment. */
  readonly description?: string
  /** Paths of stores that its elements show, as `cart.lines.length`. */
  readonly shows?: readonly string[]
  /** Tools that its elements call: `AddToCart.add`, `cart.add`. */
  readonly does?: readonly string[]
  /** The stores that both begin with, by the names that stand there. */
  stores?(): Readonly<Record<string, NamedStore>>
}

/** What the components of an island show and do together; stores are called as the app calls them. */
export function shownAndDone(components: readonly ComponentFacts[]): {
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
