/** The list of files that the build prepends to the app's service worker. */

/** URL path of the worker. Its scope is the whole app. */
export const WORKER_PATH = '/sw.js'

/** `self.__FW_PRECACHE__` in the worker. */
export interface PrecacheList {
  /** Changes with every build whose output differs. */
  readonly version: string
  /** URLs of scripts, stylesheets and fonts. Their names change with their content. */
  readonly assets: readonly string[]
  /** Paths of all pages of a static site; absent for an app with a server. */
  readonly pages?: readonly string[]
  /** Documents contain the styles; pages that are fetched by client navigation don't. */
  readonly inlineStyles?: boolean
}
