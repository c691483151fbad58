/**
 * Returns the Navigation API; `undefined` in browsers without it. There, elements of the page with this id would be
 * `window.navigation`, with fields or elements as members. The `typeof` of an `<object>` is "function" in some browsers.
 */
export function findNavigation(): Navigation | undefined {
  const { navigation } = globalThis as { readonly navigation?: Navigation }
  return navigation?.navigate instanceof Function ? navigation : undefined
}
