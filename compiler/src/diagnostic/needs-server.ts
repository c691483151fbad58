/**
 * Explains why a page can't be written as a file. The check and the build, which renders the page, use the same
 * sentences.
 */

/** Subject of the sentence for a page's `search`. */
export const SEARCH = 'search, the query of a request,'

/** Returns the sentence for data that only a request has, such as `ctx.session`. */
export function notKnown(what: string): string {
  return `${what} is not known when a page is written at build time.`
}

/** Returns the whole message. `reason` is a sentence, such as that of `notKnown`. */
export function needsServer(reason: string): string {
  return `needs a server: ${reason} Move the code to an island, or build with output: 'node'.`
}
