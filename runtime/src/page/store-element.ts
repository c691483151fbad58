/** The stores that the islands of a page use, once for all of them. */
import type { RenderedStore } from '#contract/page/store.ts'
import type { IslandInstance } from '#solid/render/render-state.ts'
import { scriptJson } from '#wire/html.ts'
import { encodeStore } from '#wire/props.ts'
import { writeNonce } from './document.ts'

/**
 * Returns a script element with data: alias to JSON in `j`, alias to devalue's text in `x`. Empty if no island uses a
 * store that isn't in `sent`. Adds the new aliases to `sent`.
 *
 * @throws TypeError for state that can't be sent.
 */
export function writeStores(
  instances: readonly IslandInstance[],
  stores: ReadonlyMap<string, RenderedStore>,
  nonce: string | undefined,
  sent: Set<string> = new Set(),
): string {
  const seeds: { j?: Record<string, unknown>; x?: Record<string, string> } = {}
  const id = sent.size === 0 ? 'fw-stores' : `fw-stores-${sent.size}`
  for (const instance of instances)
    for (const alias of instance.stores) {
      const store = stores.get(alias)
      if (store === undefined || sent.has(alias)) continue
      sent.add(alias)
      const value = store.value()
      const rich = encodeStore(alias, value)
      if (rich === undefined) seeds.j = { ...seeds.j, [alias]: value }
      else seeds.x = { ...seeds.x, [alias]: rich }
    }
  if (seeds.j === undefined && seeds.x === undefined) return ''
  return `<script type="application/json" id="${id}"${writeNonce(nonce)}>${scriptJson(seeds)}</script>`
}
