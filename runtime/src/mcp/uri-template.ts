/** URIs with parameters in braces, as far as resources need them (RFC 6570, levels 1 and 2). */

export interface UriTemplate {
  readonly names: readonly string[]
  /** Returns the values of a URI, or `undefined` if it doesn't match. */
  match(uri: string): Readonly<Record<string, string>> | undefined
}

/** Parses a template. `{name}` matches one segment, `{+name}` several. */
export function parseUriTemplate(template: string): UriTemplate {
  const names: string[] = []
  const source = template
    .split(/(\{\+?\w+\})/)
    .map((part) => {
      const [, rest, name] = /^\{(\+?)(\w+)\}$/.exec(part) ?? []
      if (name === undefined) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      names.push(name)
      return rest === '+' ? '(.+)' : '([^/]+)'
    })
    .join('')
  const pattern = new RegExp(`^${source}$`)
  return {
    names,
    match(uri) {
      const values = pattern.exec(uri)?.slice(1).map(decode)
      if (values === undefined || values.includes(undefined)) return undefined
      return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
    },
  }
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
