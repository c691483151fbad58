/** What a build reports of the app: plain data about routes, scripts, islands and tools. */
import type { JsonSchema } from '@fw/runtime/contract'
import type { ApiModel } from '../model.ts'

/** Sizes in bytes: as stored, gzip -9, brotli 11. */
export interface Sizes {
  readonly raw: number
  readonly gzip: number
  readonly brotli: number
}

/** Whose a module is: the app's, the framework's, Solid's, or of another package. */
export type ModuleKind = 'app' | 'fw' | 'solid' | 'package'

/** A module in a script. */
export interface ModuleReport {
  /** `src/components/cart.tsx`, `solid-js/dist/solid.js`, or a name that the framework gave it. */
  readonly name: string
  readonly kind: ModuleKind
  /** Its share of the script's compressed bytes, by its length in there. */
  readonly bytes: number
}

/** A script of the browser bundle. */
export interface ScriptReport {
  /** Relative to `dist/client`. */
  readonly file: string
  readonly sizes: Sizes
  /** The heaviest first. */
  readonly modules: readonly ModuleReport[]
}

/** What an island weighs in a build. Sizes are in bytes. */
export interface IslandReport {
  readonly id: string
  readonly name: string
  readonly file: string
  /** Why it is an island. */
  readonly reasons: readonly string[]
  readonly intents: readonly string[]
  /** All scripts that this island alone loads: loader, hydrate runtime, shared chunks, its own. */
  readonly js: Sizes
  /** Their files. */
  readonly scripts: readonly string[]
}

/** What a page weighs in a build. Sizes are in bytes. */
export interface RouteReport {
  readonly pattern: string
  readonly file: string
  /** Size of the document; absent when the route was not rendered. */
  readonly html?: Sizes & { readonly path: string }
  /** Why `html` is absent although pages were measured. */
  readonly notRendered?: string
  /** Ids of the islands that the route can mount. */
  readonly islands: readonly string[]
  /** All scripts that it loads by itself: those of its islands, and the app's client entry. */
  readonly js: Sizes
  /** Their files. */
  readonly scripts: readonly string[]
}

/** A tool as a build tells of it: what it is called, who may call it, and how large its schemas are for a model. */
export interface ToolReport {
  readonly tool: string
  readonly guard: ApiModel['guard']
  readonly scopes: readonly string[]
  readonly description?: string
  /** JSON Schemas; absent for a tool without input, and where one is not known. */
  readonly input?: JsonSchema
  readonly output?: JsonSchema
  /** Bytes of the input schema as JSON; 0 without one. */
  readonly inputBytes: number
  /** Bytes of the output schema as JSON; 0 when it is not known. */
  readonly outputBytes: number
}

/** A size that is over its limit in `budgets`. */
export interface OverBudget {
  readonly kind: 'script' | 'html' | 'styles'
  /** The route's pattern; absent for `styles`. */
  readonly route?: string
  /** Bytes, compressed by brotli. */
  readonly bytes: number
  readonly limit: number
  /** For `script`: the modules that weigh most, the heaviest first. */
  readonly heaviest: readonly ModuleReport[]
}

/** What a build weighs and what agents may do with it: pages, scripts, islands and tools. Sizes are in bytes. */
export interface AnalysisReport {
  /** Why pages and schemas were not measured; absent when they were, and where nobody asked. */
  readonly problem?: string
  readonly routes: readonly RouteReport[]
  readonly scripts: readonly ScriptReport[]
  readonly islands: readonly IslandReport[]
  readonly tools: readonly ToolReport[]
  /** The app's one stylesheet, with its file. */
  readonly styles?: Sizes & { readonly file: string }
  /** What is over `budgets`, the most first. */
  readonly overBudget: readonly OverBudget[]
}
