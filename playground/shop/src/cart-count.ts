/** Keeps the number in the static header true after an island has changed the cart. */
export function showCartCount(count: number): void {
  const badge = document.querySelector('[data-cart-count]')
  if (badge === null) return
  badge.textContent = String(count)
  badge.toggleAttribute('data-empty', count === 0)
}
