const FORMAT = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Cents as people read them: 2400 is `$24.00`. */
export function formatMoney(cents: number): string {
  return FORMAT.format(cents / 100)
}
