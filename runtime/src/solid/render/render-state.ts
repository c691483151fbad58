/**
 * What one server render collects, carried by Solid's own render context (which it copies down the tree), so that
 * concurrent renders never meet and nothing lives in module scope.
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
  /** How to get what the compiler derived from the types of `run`. */
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
  /** It lives on where the next page has one of the same id. */
  readonly keep?: boolean
  /** `load`, `idle`, `visible`, `interaction`, `media:<query>` or `only`. */
  readonly hydrate: string
  readonly intents: readonly RenderedIntent[]
  /** Aliases of the stores that it touched, in order. */
  readonly stores: readonly string[]
  readonly description: string | undefined
  /** Of its component, and of those that were rendered inside it. Empty where the compiler told nothing. */
  readonly facts: readonly ComponentFacts[]
  /** What its page needs in the head for it. */
  readonly styles?: readonly IslandStyle[]
}

/** One of each id, however many islands need it. */
export interface IslandStyle {
  readonly id: string
  readonly text: string
}

/** The growing form of `IslandInstance`. */
export interface IslandRecord extends IslandInstance {
  hydrate: string
  intents: RenderedIntent[]
  stores: string[]
  facts: ComponentFacts[]
  styles?: IslandStyle[]
}

/** What an island was rendered to, before it is HTML. */
interface RenderedIsland {
  /** What goes to the browser; slots are not in it. */
  readonly props: Readonly<Record<string, unknown>>
  readonly html: string
  /** Slots that the island did not render yet: name -> HTML. */
  readonly lateSlots: ReadonlyMap<string, string>
  /** There is no HTML to hydrate: the browser renders it from nothing. */
  readonly fresh: boolean
}

/** How islands look in HTML; handed in by whoever renders. */
export interface IslandMarkup {
  island(instance: IslandInstance, rendered: RenderedIsland): string
  slot(name: string, html: string): string
}

export interface RenderState {
  /** Place in the tree -> index of the island there in `instances`. */
  readonly places: Map<string, number>
  readonly instances: IslandRecord[]
  readonly markup: IslandMarkup
  /** The caller's ctx: what stores begin with. */
  readonly ctx: unknown
  /** Stores that this render touched, by alias. */
  readonly stores: Map<string, RenderedStore>
  /** Whether forms get keys of their own. */
  readonly hasFormKeys: boolean
  /** An island threw on the server: the browser renders it afresh, the rest of the page stands. */
  onIslandError(error: unknown, island: IslandInstance): void
}

/** Solid's server context, as far as we touch it. */
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
  /** Inside a slot of a kept island: what the ids of islands begin with, which are kept with it. */
  fwKept?: string
}

/** Solid's mutable render globals; its types say less than is there (solid-js 1.9.19, dist/server.js). */
export const solidShared = sharedConfig as unknown as { context: SolidContext | undefined }

/** A place of the context that nothing else has, and that is the same whenever the context is rendered again. */
export function takePlace(context: SolidContext): string {
  return context.id + placeCode(context.count++)
}

/** As Solid writes a place: no code is the beginning of another one. */
export function placeCode(count: number): string {
  const digits = String(count)
  return digits.length === 1 ? digits : String.fromCharCode(95 + digits.length) + digits
}
