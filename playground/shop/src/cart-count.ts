/** Keeps the number in the static header true after an island has changed the cart. */
export function showCartCount(count: number): void {
  const badge = document.querySelector<HTMLElement>('[data-cart-count]')
  if (badge !== null) badge.dataset.cartCount = badge.textContent = String(count)
}
