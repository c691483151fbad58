/** Returns the text without the given characters at its end. A pattern such as `/x+$/` may take quadratic time. */
export function trimEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
