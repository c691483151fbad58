/** An input of a tool as text for people: whatever it holds, and never longer than a screen or two. */

const MAX_CHARACTERS = 4000

/** Indented, JSON where it can be. */
export function inputText(input: unknown): string {
  const seen: unknown[] = []
  let text: string
  try {
    text =
      JSON.stringify(
        input,
        function (this: unknown, _key, value: unknown) {
          // The way from the root to here: what is in it again is a circle.
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
