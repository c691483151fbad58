/** Formats a JSON value as source code: bare keys, single quotes, trailing commas. */
export function printValue(value: unknown, indent = ''): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  const lines = Array.isArray(value)
    ? value.map((item) => printValue(item, inner))
    : Object.entries(value).map(([key, item]) => `${keySource(key)}: ${printValue(item, inner)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const flat = open + lines.join(', ') + close
  if (lines.length === 0 || (Array.isArray(value) && !lines.some((line) => line.includes('\n')) && flat.length < 80))
    return flat
  return `${open}\n${lines.map((line) => `${inner}${line},\n`).join('')}${indent}${close}`
}

/** Quotes a string with single quotes, or with double quotes if that avoids escapes. */
export function quote(text: string): string {
  const json = JSON.stringify(text)
  if (text.includes("'") && !text.includes('"')) return json
  return `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

function keySource(key: string): string {
  // A bare `__proto__` would set the prototype.
  if (key === '__proto__') return `['__proto__']`
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key)
}
