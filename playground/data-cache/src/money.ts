/** Cents as people read them. */
export function euros(cents: number): string {
  return (cents / 100).toLocaleString('en', { style: 'currency', currency: 'EUR' })
}
