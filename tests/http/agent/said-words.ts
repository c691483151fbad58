/** What an answer says, word by word: whatever of it could be taken for a token. */

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Every text of an answer, also of JSON in texts, and every word of it. */
export function wordsIn(said: string): string[] {
  const parsed = textsIn(said.startsWith('{') ? JSON.parse(said) : said)
  const inner = parsed.flatMap((text) => (text.startsWith('{') ? wordsIn(text) : [text]))
  return [...new Set([...inner, ...inner.flatMap((text) => text.split(/[^\w.~+/=-]+/))])].filter(
    (text) => text.length > 7,
  )
}
