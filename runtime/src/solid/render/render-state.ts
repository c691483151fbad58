/**
 * State of one server render. Solid's render context, which Solid copies down the tree, refers to it, so that concurrent
 * renders are separate and no module has state.
 */
import { sharedConfig } from 'solid-js'
import type { Guard, Origin } from '#contract/api.ts'
import type { IntentDefinition } from '#contract/page/intent.ts'
import type { RenderedStore } from '#contract/page/store.ts'
import type { ContractSource } from '#contract/schema/validation.ts'
import type { ComponentFacts } from '../islands/component-facts.ts'

/** An intent found while rendering, with the closure of that render. */
export interface RenderedIntent {
  readonly component: string
  readonly name: string
  readonly guard: Guard
  readonly definition: IntentDefinition
  /** Loads the schemas that the compiler derived from the types of `run`. */
  readonly contract: ContractSource | undefined
  run(input: unknown, origin: Origin): Promise<unknown>
}

/** One island of a rendered page. */
export interface IslandInstance {
  /** Unique in its page; `fw-island[i]` and the manifest's id. */
  readonly id: string
  /** `<chunk>#<export>`. */
  readonly component: string
  readonly name: string
  /** Whether it is preserved if the next page has an island with the same id. */
  readonly keep?: boolean
  /** What tells it from others of its component: another island has another key. */
  readonly key?: string
  /** `load`, `idle`, `visible`, `interaction`, `media:<query>` or `only`. */
  readonly hydrate: string
  readonly intents: readonly RenderedIntent[]
  /** Aliases of the stores that it used, in order. */
  readonly stores: readonly string[]
  readonly description: string | undefined
  /** Facts of its component and of the components inside it. Empty without facts from the compiler. */
  readonly facts: readonly ComponentFacts[]
  /** Styles that it needs in the head of its page. */
  readonly styles?: readonly IslandStyle[]
}

/** A style. The page contains each id once. */
export interface IslandStyle {
  readonly id: string
  readonly text: string
}

/** A mutable `IslandInstance`, used while rendering. */
export interface IslandRecord extends IslandInstance {
  hydrate: string
  intents: RenderedIntent[]
  stores: string[]
  facts: ComponentFacts[]
  styles?: IslandStyle[]
}

/** The rendered parts of an island. */
interface RenderedIsland {
  /** Props that are sent to the browser, without slots. */
  readonly props: Readonly<Record<string, unknown>>
  readonly html: string
  /** HTML of the slots that the island hasn't rendered, by name. */
  readonly lateSlots: ReadonlyMap<string, string>
  /** Whether the browser renders the island instead of hydrating HTML. */
  readonly fresh: boolean
}

/** Prints islands as HTML. The page module passes it to the renderer. */
export interface IslandMarkup {
  island(instance: IslandInstance, rendered: RenderedIsland): string
  slot(name: string, html: string): string
}

export interface RenderState {
  /** Indexes in `instances` by position in the tree. */
  readonly places: Map<string, number>
  readonly instances: IslandRecord[]
  readonly markup: IslandMarkup
  /** The caller's ctx, for the initial state of stores. */
  readonly ctx: unknown
  /** Stores that this render used, by alias. */
  readonly stores: Map<string, RenderedStore>
  /** Whether forms get keys. */
  readonly hasFormKeys: boolean
  /** Receives the error of an island on the server. The browser renders the island; the rest of the page isn't affected. */
  onIslandError(error: unknown, island: IslandInstance): void
  /** Whether the page has `<Live>` regions. */
  hasRegions: boolean
  /** Receives an element outside all islands that a package gave an event handler, which no browser will call. */
  readonly onLostHandler?: LostHandlerReporter | undefined
}

export type LostHandlerReporter = (tag: string, handler: string) => void

/** The members of Solid's server context that fw uses. */
export interface SolidContext {
  id: string
  count: number
  noHydrate?: boolean
  suspense: Record<string, { completed(): void }>
  serialize(id: string, value: unknown, wait?: boolean): void
  registerFragment?(key: string): (value?: string, error?: unknown) => boolean
  replace?(id: string, payload: () => unknown): void
  fw?: RenderState | undefined
  fwIsland?: IslandRecord | undefined
  /** Inside a slot of a persistent island: prefix for the ids of islands, which persist with it. */
  fwKept?: string
}

/** Solid's mutable render globals, which its types omit in part (solid-js 1.9.19, dist/server.js). */
export const solidShared = sharedConfig as unknown as { context: SolidContext | undefined }

/** Returns a new id in the context, which is the same whenever the context renders again. */
export function takePlace(context: SolidContext): string {
  return context.id + placeCode(context.count++)
}

/** Formats a position as Solid does: a code is never a prefix of another one. */
export function placeCode(count: number): string {
  const digits = String(count)
  return digits.length === 1 ? digits : String.fromCharCode(95 + digits.length) + digits
}
