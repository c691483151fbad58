const EUROS = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR', trailingZeroDisplay: 'stripIfInteger' })

/** Formats the price of a month, which is in cents. */
export function formatPrice(cents: number): string {
  return cents === 0 ? 'Free' : `${EUROS.format(cents / 100)} a month`
}
