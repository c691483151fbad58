/** Splits a header that contains a comma-separated list. */
export function splitHeaderList(header: string | undefined): readonly string[] {
  return header === undefined ? [] : header.split(',').map((part) => part.trim())
}
