/** Splits a response into words, to search it for tokens. */

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Returns every string of a response, also of JSON in strings, and each of its words. */
export function wordsIn(said: string): string[] {
  const parsed = textsIn(said.startsWith('{') ? JSON.parse(said) : said)
  const inner = parsed.flatMap((text) => (text.startsWith('{') ? wordsIn(text) : [text]))
  return [...new Set([...inner, ...inner.flatMap((text) => text.split(/[^\w.~+/=-]+/))])].filter(
    (text) => text.length > 7,
  )
}
