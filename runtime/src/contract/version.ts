/** The version of this package, where it names itself to others. A gate of the repository compares it with package.json. */
export const VERSION = '0.2.0'
