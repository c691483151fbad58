/** Options of `build`. Everything else is in `fw.config.ts`. */
export interface BuildOptions {
  /** The app's folder. */
  readonly root: string
  /**
   * Also measure documents, caching, cookies and the schemas of values, and write `.fw/analyze.html` and
   * `.fw/analyze.json`. Default false.
   */
  readonly analyze?: boolean
  /** Called with one line per step, and with the diagnostics. */
  readonly log: (line: string) => void
}
