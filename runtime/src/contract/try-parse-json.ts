/** Parses JSON. Returns `otherwise` if the string isn't JSON. */
export function tryParseJson(text: string, otherwise?: unknown): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return otherwise
  }
}
