/** What the build tells the page room about files in the browser. */

/** Where the client's parts are (spec: `islandModules`, `runtimeUrl`). */
export interface IslandModules {
  /** Island chunk id -> URL of its module. */
  readonly modules: Readonly<Record<string, string>>
  /** Island id (`<chunk>#<export>`) -> component name. Minification renames functions, so names are data. */
  readonly names: Readonly<Record<string, string>>
  /** URL of the hydrate runtime (Solid). */
  readonly hydrate: string
  /** Chunk id -> URL of what mounts its islands, where that is not `hydrate`: those of another library than Solid. */
  readonly renderers?: Readonly<Record<string, string>>
  /**
   * Chunk id, or `client` for the client entry -> keys of the messages that its browser code names. Chunks without a word
   * about language are left out. Absent in dev: a page then has all messages.
   */
  readonly messages?: Readonly<Record<string, readonly string[]>>
  /** Chunk id, `hydrate`, or URL of a renderer -> URLs to preload with it: its static imports. */
  readonly preload?: Readonly<Record<string, readonly string[]>>
}

/** A file of the routes folder, as the build lists it (patterns are compiled from these). */
export interface RouteFile {
  /** Relative to the routes folder, with `/`: `orders/[id].tsx`, `_layout.tsx`. The key that `loadRoute` gets. */
  readonly filePath: string
}
