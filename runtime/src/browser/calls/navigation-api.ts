/**
 * Returns the Navigation API; `undefined` in browsers without it. There, an element of the page with this id would be
 * `window.navigation`.
 */
export function findNavigation(): Navigation | undefined {
  const { navigation } = globalThis as { readonly navigation?: Navigation }
  return navigation?.navigate?.call ? navigation : undefined
}
