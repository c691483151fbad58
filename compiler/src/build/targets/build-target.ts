/** A platform for which `fw build --target` writes files besides the server bundle. One module per target. */
import type { EnvironmentOptions } from 'vite'
import type { AppModel } from '#model.ts'
import type { AppPaths } from '../app-paths.ts'
import type { AppSource } from '../app-source.ts'

/** A target. The bundles for Node and Bun have none: `fw start` serves them. */
export interface BuildTarget {
  /** Value of `--target` and of `output` in the configuration. Also the name of the entry: `dist/server/<name>.js`. */
  readonly name: string
  /**
   * Third-party packages of the runtime are bundled with these options, and not copied as bundles for Node.
   *
   * @default false
   */
  readonly bundlesPackages?: boolean
  /**
   * A configuration file with literal values only becomes a part of the bundle's entry: the server starts without checking it again.
   *
   * @default false
   */
  readonly inlinesConfig?: boolean
  /**
   * Emits the module that becomes the entry. It imports `createApp` from `fw:server`, and adapters from
   * `@fw/runtime/targets`. The other entry, `dist/server/index.js`, is built for every target, because the build loads it.
   */
  emitEntry(app: Pick<AppSource, 'paths' | 'config'>): string
  /**
   * Returns Vite's options of the server environment for this platform, from those of a build for Node: conditions, externals,
   * the format of the output.
   *
   * @default the options of a build for Node
   */
  adaptOptions?(options: EnvironmentOptions, paths: AppPaths): EnvironmentOptions
  /** Writes the platform's files. Called at the end of each build, when `dist/` is complete. */
  write(output: TargetOutput): Promise<void>
}

/** A complete build, from which a target writes the platform's files. */
export interface TargetOutput {
  readonly paths: AppPaths
  readonly model: AppModel
  /**
   * The entry and the files that it imports, directly or lazily: relative to `dist/server`, without source maps, sorted. Modules
   * outside of `dist/server` are in `packages`.
   */
  readonly serverFiles: readonly string[]
  /** Packages that these files import, which aren't bundled because they contain native code. Sorted. */
  readonly packages: readonly string[]
  /** Logs a line of the report. */
  log(line: string): void
}
