/**
 * Returns the Navigation API; `undefined` in browsers without it. There, elements of the page with this id would be
 * `window.navigation`, with fields or elements as members. Some browsers call an `<object>` a function, but it isn't one.
 */
export function findNavigation(): Navigation | undefined {
  const { navigation } = globalThis as { readonly navigation?: Navigation }
  return typeof navigation?.navigate === 'function' && 'call' in navigation.navigate ? navigation : undefined
}
