/** Formats a tool's input for display: any value, at most a screen or two. */

const MAX_CHARACTERS = 4000

/** Returns the value as indented text, JSON if possible. */
export function inputText(input: unknown): string {
  const seen: unknown[] = []
  let text: string
  try {
    text =
      JSON.stringify(
        input,
        function (this: unknown, _key, value: unknown) {
          // The path from the root to here: a value that is in it again is a circular reference.
          while (seen.length > 0 && seen.at(-1) !== this) seen.pop()
          if (typeof value !== 'object' || value === null) return shown(value)
          if (seen.includes(value)) return '[circular]'
          const plain = toPlain(value)
          seen.push(plain)
          return plain
        },
        2,
      ) ?? String(input)
  } catch {
    return '[cannot be shown]'
  }
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}\n… ${text.length} characters` : text
}

function shown(value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`
  return typeof value === 'function' || typeof value === 'symbol' ? `[${typeof value}]` : value
}

function toPlain(value: object): object {
  if (value instanceof Map) return Object.fromEntries(value)
  if (value instanceof Set) return [...value]
  if (value instanceof Uint8Array) return [`${value.length} bytes`]
  return value
}
