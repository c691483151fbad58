/** What an import ends with when only the names of its islands are needed: `?client-only=Chart,Map`. */
export const CLIENT_ONLY = '?client-only='
