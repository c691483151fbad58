/** The version of this package, for protocols that report it. A check of the repository compares it with package.json. */
export const VERSION = '0.2.0'
