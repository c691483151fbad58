/** A build's report of the app: plain data about routes, scripts, islands, api modules and tools. */
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
  /**
   * In a script, its share of the compressed bytes, proportional to its length. On the server, the bytes of its code.
   */
  readonly bytes: number
  /** In a script, the length of its code before it was minified and compressed. */
  readonly length?: number
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

/** `export const cache` of a page, as the built app exports it. */
export interface RouteCachePolicy {
  readonly scope: 'public' | 'private'
  /** Seconds. */
  readonly maxAge?: number
  readonly sharedMaxAge?: number
  readonly swr?: number
  readonly cdn?: boolean
  readonly tags?: readonly string[]
}

/** How the pages of a route are cached. */
export interface RouteCache {
  /** Absent for a route without a policy: its pages are rendered for every visitor. */
  readonly policy?: RouteCachePolicy
  /** The header of the measured page. */
  readonly cacheControl?: string
  /** Why the server doesn't store the measured page although its policy is public, such as `set-cookie`. */
  readonly notStored?: string
}

/** Cookies of a route, observed while its page was rendered for a visitor without cookies. */
export interface RouteCookies {
  /** Names of the cookies that the response sets. */
  readonly sets: readonly string[]
  /** Code that read the session or the cookies of the request: `ctxFor`, or the page and the functions that it calls. */
  readonly readBy: readonly ('ctxFor' | 'page')[]
  /** Members of `ctx` that the page and its functions read. Empty if `ctx` can't depend on cookies. */
  readonly ctx: readonly string[]
}

/** Sizes of a page in a build, in bytes. */
export interface RouteReport {
  readonly pattern: string
  readonly file: string
  /**
   * Size of the document at `path`; absent if the route was not rendered. `linkedFrom` is the page on which the path was
   * found, for a dynamic route without `staticParams`.
   */
  readonly html?: Sizes & { readonly path: string; readonly linkedFrom?: string }
  /** Why `html` is absent although pages were measured. */
  readonly notRendered?: string
  /** Ids of the islands that the route may mount. */
  readonly islands: readonly string[]
  /** All scripts that it loads initially: those of its islands, and the app's client entry. */
  readonly js: Sizes
  /** Files of these scripts. */
  readonly scripts: readonly string[]
  /** Absent if pages were not measured, and in static output, whose host decides about caching. */
  readonly cache?: RouteCache
  /** Absent if the route was not rendered, and in static output. */
  readonly cookies?: RouteCookies
}

/** Cookies that don't depend on a route. */
export interface AppCookies {
  /** The session cookie with its attributes, such as `fw_session; Path=/; HttpOnly`. Absent without `src/session.ts`. */
  readonly session?: string
  /** Cookie with the language that a visitor has chosen. Absent for an app with a single language. */
  readonly locale?: string
  /** Files whose cookies aren't measured, because they run only for requests of visitors. */
  readonly unknown: readonly string[]
}

/**
 * Size of an api module on the server: bytes of code, not compressed. The framework and Solid, which every server loads,
 * aren't counted, nor are packages that stay outside the bundle, and code behind `import()`.
 */
export interface ApiModuleReport {
  /** `shop` for `src/server/shop.api.ts`. */
  readonly module: string
  readonly file: string
  /** Number of its tools. */
  readonly tools: number
  /** Its own code with its compiled contracts. */
  readonly own: number
  /** The same with all code that it imports. */
  readonly total: number
  /** The part of `total` that no other part of the app imports. */
  readonly notShared: number
  /** The code that it imports, the heaviest first. */
  readonly modules: readonly ModuleReport[]
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

/**
 * Subject of a size that is compared with the last build: the scripts and the document of a route, an island with all of
 * its scripts, a browser module, an api module on the server, the stylesheet, all scripts together.
 */
export type SizeKind = 'script' | 'html' | 'island' | 'module' | 'api' | 'styles' | 'scripts'

/**
 * A size that differs from the last build, in bytes compressed with brotli; for `module` and `api` the length of the code,
 * since the compressed size of a part depends on its surroundings.
 */
export interface SizeChange {
  readonly kind: SizeKind
  /** Pattern of the route, `Counter (src/components/counter.tsx)`, name of the module; empty for `styles` and `scripts`. */
  readonly name: string
  /** Absent if the last build didn't have it. */
  readonly before?: number
  /** Absent if this build doesn't have it. */
  readonly after?: number
}

/** Differences from the last build of the app in the same folder. */
export interface ChangeReport {
  /** Time at which the last build ended, in ISO format. */
  readonly since: string
  /** By kind, the largest difference first. Sizes that one of the builds didn't measure aren't compared. */
  readonly sizes: readonly SizeChange[]
}

/** Sizes of a build, and the tools that agents may call: pages, scripts, islands and tools. Sizes are in bytes. */
export interface AnalysisReport {
  /** Why pages and schemas could not be measured; absent if they were, and if measuring wasn't requested. */
  readonly problem?: string
  readonly routes: readonly RouteReport[]
  readonly scripts: readonly ScriptReport[]
  readonly islands: readonly IslandReport[]
  /** The largest first. */
  readonly apiModules: readonly ApiModuleReport[]
  readonly tools: readonly ToolReport[]
  /** Absent if pages were not measured, and in static output. */
  readonly cookies?: AppCookies
  /** Absent if no earlier build is known. */
  readonly changes?: ChangeReport
  /** The app's single stylesheet, with its file. */
  readonly styles?: Sizes & { readonly file: string }
  /** Exceeded `budgets`, the largest excess first. */
  readonly overBudget: readonly OverBudget[]
}
