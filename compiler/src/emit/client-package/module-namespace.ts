/** The names that the entry point of a generated package exports. */

/** The values of its runtime part. `ask` is exported only for an app with an agent. */
export const VALUES = [
  'approveProposal',
  'bindClient',
  'createClient',
  'isFwError',
  'isProposal',
  'rejectProposal',
  'waitForDecision',
]

/** Names that a module can't have: an export named `default` would be the default export. */
const TAKEN = [...VALUES, 'ask', 'default']

/** Returns the names under which the package exports its modules: `userCart` for `user-cart`. */
export function nameModules(modules: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set(TAKEN)
  return new Map(
    modules.map((module) => {
      const [first = '', ...words] = module.split('-')
      const name = first + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
      let own = name
      for (let count = 2; taken.has(own); count++) own = `${name}${count}`
      taken.add(own)
      return [module, own]
    }),
  )
}
