/** Why a page cannot be written as a file: the sentences of the check, which reads it, and of the build, which renders it. */

/** What a page's `search` is. */
export const SEARCH = 'search, the query of a request,'

/** Of something that only a request has, as `ctx.session`. */
export function notKnown(what: string): string {
  return `${what} is not known when a page is written at build time.`
}

/** `reason` is a sentence, as that of `notKnown`. */
export function needsServer(reason: string): string {
  return `needs a server: ${reason} Leave it to an island, or build with output: 'node'.`
}
