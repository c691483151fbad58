/** Facts of the HTTP requests that the server sends with `node:http`. */

/** Time in milliseconds after which an idle connection is closed, unless the server announces a shorter one. */
export const IDLE_MS = 4_000

/** The statuses of a redirect, which isn't followed: it could carry a key to another host. */
export const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
