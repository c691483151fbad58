/** Build output that the page folder needs to load files in the browser. */

/** URLs of the client's modules. */
export interface IslandModules {
  /** Island chunk id -> URL of its module. */
  readonly modules: Readonly<Record<string, string>>
  /** Island id (`<chunk>#<export>`) -> component name. Minification renames functions, so the build stores their names. */
  readonly names: Readonly<Record<string, string>>
  /** URL of the hydrate runtime (Solid). */
  readonly hydrate: string
  /**
   * Chunk id -> URL of the module that mounts its islands, if it isn't `hydrate`: for islands of other libraries than
   * Solid.
   */
  readonly renderers?: Readonly<Record<string, string>>
  /**
   * Chunk id, or `client` for the client entry -> keys of the messages that its browser code uses. Chunks that use no
   * messages are omitted. Absent in dev: pages then contain all messages.
   */
  readonly messages?: Readonly<Record<string, readonly string[]>>
  /** Chunk id, `hydrate`, or URL of a renderer -> URLs to preload with it: its static imports. */
  readonly preload?: Readonly<Record<string, readonly string[]>>
}

/** A file of the routes folder, as the build lists it. Route patterns are compiled from these. */
export interface RouteFile {
  /** Path relative to the routes folder, with `/`: `orders/[id].tsx`, `_layout.tsx`. The argument of `loadRoute`. */
  readonly filePath: string
}
