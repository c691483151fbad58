import type { FwConfig, Platform } from '@fw/runtime/contract'

/** Options of `build`. Everything else is in `fw.config.ts`. */
export interface BuildOptions {
  /** The app's folder. */
  readonly root: string
  /**
   * Also measure documents, caching, cookies and the schemas of values, and write `.fw/analyze.html` and
   * `.fw/analyze.json`. Default false.
   */
  readonly analyze?: boolean
  /**
   * Platform of this build, instead of `output` of `fw.config.ts`.
   *
   * @default the field of the configuration
   */
  readonly target?: Platform
  /** Called with one line per step, and with the diagnostics. */
  readonly log: (line: string) => void
}

/** Returns the configuration with the platform of this build. */
export function withTarget(config: FwConfig, target: BuildOptions['target']): FwConfig {
  return target === undefined ? config : { ...config, output: target }
}
