/** What the build says to the app's service worker: the list in front of its script. */

/** Where the worker is served. Its scope is the whole app. */
export const WORKER_PATH = '/sw.js'

/** `self.__FW_PRECACHE__` of the worker. */
export interface PrecacheList {
  /** Another one for each build that differs in anything. */
  readonly version: string
  /** URLs of scripts, stylesheets and fonts, whose names change with their content. */
  readonly assets: readonly string[]
  /** Paths of every page of a static site; absent for an app with a server. */
  readonly pages?: readonly string[]
  /** Pages that are fetched within a document lack the styles. */
  readonly inlineStyles?: boolean
}
