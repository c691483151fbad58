/** URIs with parameters in braces, as far as resources need them (RFC 6570, levels 1 and 2). */

interface UriTemplate {
  readonly names: readonly string[]
  /** Returns the values of a URI, or `undefined` if it doesn't match. */
  match(uri: string): Readonly<Record<string, string>> | undefined
}

/** Maximum length of a matching URI: the time of a match grows with the square of the length. */
const MAX_URI = 4096

/** A name in a template. A rest matches several segments. */
interface Name {
  readonly name: string
  readonly isRest: boolean
}

/** Parses a template. `{name}` matches one segment, `{+name}` several. */
export function parseUriTemplate(template: string): UriTemplate {
  const parts = template.split(/(\{\+?\w+\})/).map((part): string | Name => {
    const [, rest, name] = /^\{(\+?)(\w+)\}$/.exec(part) ?? []
    return name === undefined ? part : { name, isRest: rest === '+' }
  })
  const names = parts.flatMap((part) => (typeof part === 'string' ? [] : [part.name]))
  return {
    names,
    match(uri) {
      const values = uri.length > MAX_URI ? undefined : findValues(parts, uri)?.map(decode)
      if (values === undefined || values.includes(undefined)) return undefined
      return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
    },
  }
}

/**
 * Returns the values of the names, each as long as possible, or `undefined` for a URI that doesn't match. A regular
 * expression would take cubic time or more for several names in one segment, or for several rests.
 */
function findValues(parts: readonly (string | Name)[], uri: string): readonly string[] | undefined {
  const values: string[] = []
  /** Positions at which the rest of the template doesn't match. */
  const failed = new Set<number>()
  const fits = (index: number, at: number): boolean => {
    const part = parts[index]
    if (part === undefined) return at === uri.length
    if (typeof part === 'string') return uri.startsWith(part, at) && fits(index + 1, at + part.length)
    const place = index * (MAX_URI + 1) + at
    if (failed.has(place)) return false
    const slash = part.isRest ? -1 : uri.indexOf('/', at)
    for (let end = slash === -1 ? uri.length : slash; end > at; end--) {
      if (!fits(index + 1, end)) continue
      values.unshift(uri.slice(at, end))
      return true
    }
    failed.add(place)
    return false
  }
  return fits(0, 0) ? values : undefined
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
