/** The tools that the components and stores of this page offer now, and how those of cold islands are woken. */

import type { Origin } from '#contract/api.ts'
import type { PageToolDefinition, StateHandle } from '#contract/intent.ts'
import type { ContractSource } from '#contract/validation.ts'
import type { LiveIntent } from '#solid/live-intents.ts'
import { liveIntents } from '#solid/live-intents.ts'
import { liveStores } from '#solid/live-stores.ts'
import { readIslandMap } from './island-map.ts'
import { COLD } from './start-island.ts'

/** One tool of the page, in one of its islands. */
export interface LiveTool {
  readonly name: string
  readonly definition: PageToolDefinition & {
    readonly state?: Readonly<Record<string, StateHandle>>
    ready?(): boolean
  }
  readonly contract: ContractSource | undefined
  /** The island; a store belongs to none. */
  readonly instance?: string
  /** Runs it, whatever its guard. The input has been checked. */
  run(input: unknown, origin: Origin): Promise<unknown>
}

export type Wake = (island: Element) => Promise<void>

/** The tool, if an island that has it is live. */
export function findTool(name: string, instance: string | undefined): LiveTool | undefined {
  const intent = liveIntents.get(name)?.find((live) => instance === undefined || live.instance === instance)
  if (intent) return { ...intent, name }
  const action = liveStores.get(name.slice(0, name.indexOf('.')))?.actions.find((action) => action.name === name)
  return action
}

/** The tool; islands that wait for their trigger are started for it. */
export async function wakeTool(name: string, instance: string | undefined, wake: Wake): Promise<LiveTool | undefined> {
  const known = findTool(name, instance)
  if (known) return known
  const { n: names } = readIslandMap()
  const owner = name.slice(0, name.lastIndexOf('.'))
  const wakeAll = (wanted: (island: Element) => boolean) =>
    Promise.all([...document.querySelectorAll(COLD)].filter(wanted).map(wake))
  await wakeAll(
    (island) =>
      names[island.getAttribute('c') ?? ''] === owner ||
      (island.getAttribute('s')?.split(' ').includes(owner) ?? false),
  )
  const named = findTool(name, instance)
  if (named) return named
  // The component may be inside another island.
  await wakeAll(() => true)
  return findTool(name, instance)
}

/** All that are live, in order of mounting: intents, then actions of stores. */
export function liveTools(): readonly LiveTool[] {
  const intents = [...liveIntents].flatMap(([name, copies]) =>
    copies.map((live: LiveIntent): LiveTool => ({ ...live, name })),
  )
  return [...intents, ...[...liveStores.values()].flatMap(({ actions }) => actions)]
}
