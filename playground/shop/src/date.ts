const FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** `November 21, 2026`, the same on every server. */
export function formatDate(date: Date): string {
  return FORMAT.format(date)
}
