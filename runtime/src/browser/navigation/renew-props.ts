/** New props for the preserved islands. Loaded by the first navigation that preserves one. */
import { propSetters } from '#solid/islands/page-props.ts'
import type { KeptIslands } from './swap-body.ts'

/** Gives the preserved islands, and the ones in their slots, their props of the new page. */
export async function renewProps(kept: KeptIslands): Promise<void> {
  for (const [live, place] of kept.values())
    for (const island of [live, ...live.querySelectorAll('fw-island')]) {
      const setProps = propSetters.get(island)
      const next = findIsland(place, island)
      if (setProps === undefined || next === undefined) continue
      // A call that waits for an approval was proposed with the props in these attributes.
      for (const name of ['p', 'x']) copyAttribute(next, island, name)
      setProps(await readProps(next))
    }
}

function copyAttribute(from: Element, to: Element, name: string): void {
  const value = from.getAttribute(name)
  if (value === null) to.removeAttribute(name)
  else to.setAttribute(name, value)
}

/** Returns the island of a fetched page with the id and the component of a live one. */
function findIsland(place: Element, live: Element): Element | undefined {
  const isSame = (name: string, island: Element) => island.getAttribute(name) === live.getAttribute(name)
  return [place, ...place.querySelectorAll('fw-island')].find((island) => isSame('i', island) && isSame('c', island))
}

/** Reads props like the loader, whose own file an import from here would split. */
async function readProps(island: Element): Promise<Record<string, unknown>> {
  const rich = island.getAttribute('x')
  return rich === null
    ? JSON.parse(island.getAttribute('p') ?? '{}')
    : (await import('#wire/rich-props.ts')).decodeRichProps(rich)
}
