/** Updates the number in the static header after an island has changed the cart. Does nothing on the server. */
export function showCartCount(count: number): void {
  const badge = globalThis.document?.querySelector<HTMLElement>('[data-cart-count]')
  if (badge) badge.dataset.cartCount = badge.textContent = String(count)
}
