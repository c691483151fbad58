/** Checks the option `access` of functions and page tools. */
import { either, FUNCTION, type OptionKind, objectOf, oneOf, requireOption } from './check-options.ts'

/** Empty scopes would allow every caller. */
export const NEEDED_SCOPES: OptionKind = {
  expected: "a list of at least one scope, such as ['orders:write']",
  accepts: (value) =>
    Array.isArray(value) && value.length > 0 && value.every((scope) => typeof scope === 'string' && scope !== ''),
}

export const ACCESS = either(oneOf('public', 'user'), objectOf({ scopes: requireOption(NEEDED_SCOPES) }), FUNCTION)

/**
 * Throws a `TypeError` for an `access` that is `undefined`, such as a constant that doesn't exist, and for one that
 * contradicts `scopes`.
 */
export function checkAccess(owner: string, definition: object): void {
  if (!Object.hasOwn(definition, 'access')) return
  const { access, scopes } = definition as { readonly access?: unknown; readonly scopes?: readonly string[] }
  if (access === undefined)
    throw new TypeError(`${owner}: access is undefined. Write "public", "user", { scopes } or a function.`)
  if (scopes === undefined) return
  if (typeof access === 'object')
    throw new TypeError(`${owner}: access and scopes both list scopes. Write all of them in access, and remove scopes.`)
  if (access === 'public' && scopes.length > 0)
    throw new TypeError(`${owner}: access is "public", but scopes restricts the callers. Write access: { scopes }.`)
}
