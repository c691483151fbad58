/** New state for the islands that stay. Loaded by the first navigation that keeps one. */
import { changeProps, isEqual } from '#solid/islands/change-props.ts'
import { foreignIslands } from '#solid/islands/foreign-islands.ts'
import { islandOwners } from '#solid/islands/live-intents.ts'
import { storeSeeds } from '#solid/stores/live-stores.ts'
import { getAgentNavigation } from './agent-navigation.ts'
import type { KeptIslands } from './kept-islands.ts'

type Props = Record<string, unknown>

/** Returns the slots of a mounted island, also hidden ones. */
export function getSlots(element: Element): readonly Element[] {
  for (const island of islandOwners.values()) if (island.host === element) return island.slots
  return []
}

/**
 * Gives islands and stores the state of a newer version of the page. A store keeps its state if the server rendered both versions
 * with the same one. `renewStores` is that of `end-islands.ts`, which imports this module.
 */
export async function updateState(
  kept: KeptIslands,
  renewStores: (isChanged: (alias: string) => boolean) => Promise<void>,
): Promise<void> {
  const before = new Map(storeSeeds)
  await renewStores((alias) => !isEqual(before.get(alias), storeSeeds.get(alias)))
  await renewProps(kept)
}

/** Gives the islands that stay, and the ones in their slots, their props of the new page. */
export async function renewProps(kept: KeptIslands): Promise<void> {
  for (const [live, place] of kept)
    for (const island of [live, ...live.querySelectorAll('fw-island')]) {
      const next = findIsland(place, island)
      if (next) await renewIsland(island, next)
    }
}

async function renewIsland(island: Element, next: Element): Promise<void> {
  const [before, props] = await Promise.all([readProps(island), readProps(next)])
  const owned = [...islandOwners.values()].find(({ host }) => host === island)
  const foreign = [...foreignIslands].find(({ host }) => host === island)
  if (owned) owned.id = `${next.getAttribute('i')}`
  if (['p', 'x'].every((name) => next.getAttribute(name) === island.getAttribute(name))) return
  // A call that waits for an approval was proposed with the props in these attributes.
  for (const name of ['p', 'x']) copyAttribute(next, island, name)
  const keep = getAgentNavigation()?.keep() ?? ((run) => run())
  if (owned) keep(() => changeProps(owned, before, props))
  if (foreign) keep(() => foreign.update(props))
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
async function readProps(island: Element): Promise<Props> {
  const rich = island.getAttribute('x')
  return rich === null
    ? JSON.parse(island.getAttribute('p') ?? '{}')
    : (await import('#wire/rich-props.ts')).decodeRichProps(rich)
}
