/** Emits pieces of JavaScript source, quoted so that any text is safe inside a module. */

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

/** Returns a string literal; line separators are escaped, so that they don't count as line breaks. */
export function quote(text: string): string {
  return JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}

/** Returns plain data as an expression. A key `__proto__` is computed: a literal one would set the prototype. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, member]) => member !== undefined)
    return entries.length === 0
      ? '{}'
      : `{ ${entries.map(([key, member]) => `${propertyKey(key)}: ${literal(member)}`).join(', ')} }`
  }
  if (typeof value === 'string') return quote(value)
  return Object.is(value, -0) ? '-0' : (JSON.stringify(value) ?? 'undefined')
}

/** Returns a key of an object literal. */
export function propertyKey(name: string): string {
  if (name === '__proto__') return '["__proto__"]'
  return IDENTIFIER.test(name) ? name : quote(name)
}

/** Returns the expression that reads a member: `value.name` or `value["odd name"]`. */
export function member(object: string, name: string): string {
  return IDENTIFIER.test(name) ? `${object}.${name}` : `${object}[${quote(name)}]`
}
