/** Keeps the number in the static header true after an island has changed the cart. Where there is no page, it does nothing. */
export function showCartCount(count: number): void {
  const badge = globalThis.document?.querySelector<HTMLElement>('[data-cart-count]')
  if (badge) badge.dataset.cartCount = badge.textContent = String(count)
}
