/** URIs with parameters in braces, as far as resources need them (RFC 6570, levels 1 and 2). */

interface UriTemplate {
  readonly names: readonly string[]
  /** Returns the values of a URI, or `undefined` if it doesn't match. */
  match(uri: string): Readonly<Record<string, string>> | undefined
}

/** Maximum length of a matching URI. */
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

/** No end of a name leads to a match. */
const NO_END = -1

/**
 * Returns the values of the names, each as long as possible, or `undefined` for a URI that doesn't match. The time is
 * proportional to the length of the URI and the number of parts: callers without an account send the URI, and a regular
 * expression or a search with backtracking would take quadratic time or more.
 */
function findValues(parts: readonly (string | Name)[], uri: string): readonly string[] | undefined {
  let tail = { matches: (at: number) => at === uri.length, ends: [] as readonly Int32Array[] }
  for (const part of [...parts].reverse()) {
    const { matches, ends } = tail
    if (typeof part === 'string') {
      tail = { matches: (at) => uri.startsWith(part, at) && matches(at + part.length), ends }
      continue
    }
    const own = findEnds(part, uri, matches)
    tail = { matches: (at) => (own[at] ?? NO_END) !== NO_END, ends: [own, ...ends] }
  }
  if (!tail.matches(0)) return undefined
  let next = 0
  let at = 0
  return parts.flatMap((part) => {
    const start = at
    if (typeof part === 'string') {
      at += part.length
      return []
    }
    at = tail.ends[next++]?.[start] ?? NO_END
    return uri.slice(start, at)
  })
}

/** Returns for each position the last end of the name's value behind which the rest of the template matches. */
function findEnds({ isRest }: Name, uri: string, matches: (at: number) => boolean): Int32Array {
  const ends = new Int32Array(uri.length + 1).fill(NO_END)
  let last = NO_END
  for (let at = uri.length; at >= 0; at--) {
    if (!isRest && uri[at] === '/') last = NO_END
    ends[at] = last
    if (last === NO_END && matches(at)) last = at
  }
  return ends
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
