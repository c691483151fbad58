/** A build's report of the app: plain data about routes, scripts, islands and tools. */
import type { JsonSchema } from '@fw/runtime/contract'
import type { ApiModel } from '../model.ts'

/** Sizes in bytes: as stored, gzip -9, brotli 11. */
export interface Sizes {
  readonly raw: number
  readonly gzip: number
  readonly brotli: number
}

/** Origin of a module: the app, the framework, Solid, or another package. */
export type ModuleKind = 'app' | 'fw' | 'solid' | 'package'

/** A module in a script. */
export interface ModuleReport {
  /** `src/components/cart.tsx`, `solid-js/dist/solid.js`, or a name that the framework generated. */
  readonly name: string
  readonly kind: ModuleKind
  /** Its share of the script's compressed bytes, proportional to its length in the script. */
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

/** Sizes of an island in a build, in bytes. */
export interface IslandReport {
  readonly id: string
  readonly name: string
  readonly file: string
  /** Why it is an island. */
  readonly reasons: readonly string[]
  readonly intents: readonly string[]
  /** All scripts that a page with only this island loads: loader, hydrate runtime, shared chunks, its own. */
  readonly js: Sizes
  /** Files of these scripts. */
  readonly scripts: readonly string[]
}

/** Sizes of a page in a build, in bytes. */
export interface RouteReport {
  readonly pattern: string
  readonly file: string
  /** Size of the document; absent if the route was not rendered. */
  readonly html?: Sizes & { readonly path: string }
  /** Why `html` is absent although pages were measured. */
  readonly notRendered?: string
  /** Ids of the islands that the route may mount. */
  readonly islands: readonly string[]
  /** All scripts that it loads initially: those of its islands, and the app's client entry. */
  readonly js: Sizes
  /** Files of these scripts. */
  readonly scripts: readonly string[]
}

/** A tool in a build's report: its name, its guard, and the size of its schemas for a model. */
export interface ToolReport {
  readonly tool: string
  readonly guard: ApiModel['guard']
  readonly scopes: readonly string[]
  readonly description?: string
  /** JSON Schemas; absent for a tool without input, and for an unknown schema. */
  readonly input?: JsonSchema
  readonly output?: JsonSchema
  /** Bytes of the input schema as JSON; 0 without one. */
  readonly inputBytes: number
  /** Bytes of the output schema as JSON; 0 if it isn't known. */
  readonly outputBytes: number
}

/** A size that exceeds its limit in `budgets`. */
export interface OverBudget {
  readonly kind: 'script' | 'html' | 'styles'
  /** The route's pattern; absent for `styles`. */
  readonly route?: string
  /** Bytes, compressed with brotli. */
  readonly bytes: number
  readonly limit: number
  /** For `script`: the largest modules, the heaviest first. */
  readonly heaviest: readonly ModuleReport[]
}

/** Sizes of a build, and the tools that agents may call: pages, scripts, islands and tools. Sizes are in bytes. */
export interface AnalysisReport {
  /** Why pages and schemas could not be measured; absent if they were, and if measuring wasn't requested. */
  readonly problem?: string
  readonly routes: readonly RouteReport[]
  readonly scripts: readonly ScriptReport[]
  readonly islands: readonly IslandReport[]
  readonly tools: readonly ToolReport[]
  /** The app's single stylesheet, with its file. */
  readonly styles?: Sizes & { readonly file: string }
  /** Exceeded `budgets`, the largest excess first. */
  readonly overBudget: readonly OverBudget[]
}
