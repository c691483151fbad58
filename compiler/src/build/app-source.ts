/**
 * The app as the plugins see it. The build implements it with a finished model, dev with the data that is known so far.
 */
import { type FwConfig, type IslandModules, isRecord } from '@fw/runtime/contract'
import type { Side } from '../emit/page-contracts.ts'
import type { ComponentModel } from '../model.ts'
import type { AppPaths } from './app-paths.ts'
import type { JsxCache } from './transform/jsx-cache.ts'

/** URLs of the browser's files: the exports of `fw:assets`. */
export interface AppAssets {
  /** Absent if the app has no islands. */
  readonly islandModules?: IslandModules
  /** URL of the island loader; absent if the app has neither islands nor a client entry. */
  readonly runtimeUrl?: string
  /** URL of the app's own client entry. */
  readonly clientEntryUrl?: string
  /** URL of the navigation runtime; absent if no page has a script, or if client-side navigation is off. */
  readonly navigationUrl?: string
  /** URL of the script that submits forms of apis; absent if no page has a script. */
  readonly formsUrl?: string
  /** URL of the script that keeps live pages current; absent in a build without live pages. */
  readonly liveUrl?: string
  /** URL of an icon in `public/`, if the configuration sets none. */
  readonly favicon?: string
  /** URL of the app's service worker; absent in dev, which has none. */
  readonly serviceWorkerUrl?: string
  /** URL of the script of the API reference; absent unless `openapi.reference` is on. */
  readonly referenceUrl?: string
  /** URLs of the font files that pages preload. */
  readonly preloadFonts?: readonly string[]
}

export interface AppSource {
  readonly paths: AppPaths
  readonly config: FwConfig
  /** Options of the Vite plugin, which override `fw.config.ts`. */
  readonly overrides: FwConfig
  readonly dev: boolean
  readonly jsx: JsxCache
  /** ESM of `fw:server`, the module that exports `createApp`. */
  serverEntry(): Promise<string>
  /** ESM of `fw:env`, which reads the environment. In dev it waits for the type analysis. */
  env(): Promise<string>
  /** ESM of `fw:client`, the app's script in the browser. */
  clientEntry(): Promise<string>
  /** ESM of `fw:contracts/<module>`. In dev it waits for the type analysis. */
  contracts(module: string): Promise<string>
  /** Whether an api module's contracts are loaded at the first call. Builds only. */
  isListed(module: string): boolean
  /** ESM of `fw:listed`. Builds only. */
  listedContracts(): string
  /** Exports of an api module whose client stubs encode or decode. In dev it waits for the type analysis. */
  codecExports(module: string): Promise<readonly string[]>
  /**
   * Export of an api module -> hash of its contract, which its client stub sends. Empty in dev, whose pages load again after a
   * change.
   */
  contractHashes(module: string): ReadonlyMap<string, string>
  /** ESM of `fw:codecs/<module>`. */
  codecs(module: string): Promise<string>
  /** ESM of `fw:sources/<chunk>`: where the file's code finds the contracts of its page tools. Builds only. */
  contractSources(chunk: string, side: Side): Promise<string>
  /** ESM of `fw:tools/<chunk>`: the contracts of a file's page tools. In dev it waits for the type analysis. */
  toolContracts(chunk: string, side: Side): Promise<string>
  /** ESM of `fw:assets`. In tests it waits for the type analysis. */
  assets(): string | Promise<string>
  /**
   * The files whose styles come before all others, in order: fonts, the app's stylesheet, layouts, pages, the client
   * entry. Absolute.
   */
  styleRoots(): readonly string[]
  /** ESM of `fw:styles`, which imports every stylesheet of the app. */
  styles(): string
  /** ESM of `fw:island/<chunk>`: the islands of one file. */
  island(chunk: string): string
  /**
   * Returns whether an island imports this component, which then needs hydration markers on the server. `file` is
   * absolute.
   */
  insideIsland(file: string): boolean
  /** Receives the components of each compiled file. For `shape` see `CompiledComponent`. */
  onComponents(file: string, components: readonly ComponentModel[], shape?: readonly string[]): void
}

/**
 * Returns a source that forwards each property to the real one. Vite's plugins are created before the app's root is
 * known, and their hooks run after that.
 */
export function lateSource(get: () => AppSource): AppSource {
  return new Proxy({} as AppSource, { get: (_target, name) => Reflect.get(get(), name) })
}

/** Emits `fw:assets` as literals. Keys are sorted, so that the same build gives the same bytes. */
export function emitAssets(assets: AppAssets): string {
  const names = [
    'islandModules',
    'runtimeUrl',
    'clientEntryUrl',
    'navigationUrl',
    'formsUrl',
    'liveUrl',
    'favicon',
    'preloadFonts',
    'serviceWorkerUrl',
    'referenceUrl',
  ] as const
  const known = names.filter((name) => assets[name] !== undefined)
  return known.map((name) => `export const ${name} = ${literal(assets[name])}\n`).join('')
}

function literal(value: unknown): string {
  return JSON.stringify(value, sortKeys, 2)
}

function sortKeys(_key: string, value: unknown): unknown {
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
