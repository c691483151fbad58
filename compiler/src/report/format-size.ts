/** Formats a size as the reports of builds show it. */
export function formatKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(2)} kB`
}
