/** What the tools for coding agents read: implemented by `fw dev`, and by `fw mcp` for an app that isn't served. */
import type { DevError } from '#overlay/dev-error.ts'
import type { DevLiveList } from '#overlay/live-list.ts'
import type { RecordedLog, RecordedRequest } from '../activity/activity.ts'
import type { AnalysisResult } from '../analysis-result.ts'
import type { DevServerApp } from '../dev-parts.ts'

export interface DevHost {
  /** The app's folder, absolute with `/`. */
  readonly root: string
  /** The running `fw dev`; absent if the app isn't served. */
  readonly running?: RunningDev
  /** Returns the analysis of the current sources. */
  analyze(): Promise<AnalysisResult>
  /** Returns the files of the project that a file loads on the server, itself included. Relative to the root. */
  listLoadedFiles(file: string): Promise<ReadonlySet<string>>
  /** Calls `work` with the app of the current sources. Rejects with a `LoadFailure` if the app can't be loaded. */
  useApp<Result>(work: (server: DevServerApp) => Promise<Result>): Promise<Result>
}

export interface RunningDev {
  readonly url: string
  /** Errors since the last change of a source, the latest first. */
  errors(): readonly DevError[]
  /** Log lines, oldest first. */
  logs(): readonly RecordedLog[]
  /** Requests, oldest first. */
  requests(): readonly RecordedRequest[]
  /** Live reads and writes, the latest first. */
  live(): DevLiveList
  /** Records why the app can't be loaded. */
  loadFailed(error: unknown): void
}

/** The app can't be loaded. The message has the position and the code around it. */
export class LoadFailure extends Error {
  override readonly name = 'LoadFailure'
}
