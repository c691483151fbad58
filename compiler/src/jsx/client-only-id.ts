/** Suffix of an import that needs only the names of a module's islands: `?client-only=Chart,Map`. */
export const CLIENT_ONLY = '?client-only='
