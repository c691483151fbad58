/** Finds the URLs that redirects and rewrites add to a static site: those whose target is a known page. */
import { parsePattern, type Segment } from '@fw/runtime/contract'

export interface PathRule {
  readonly from: string
  readonly to: string
}

interface ExpandedRule {
  /** Percent-encoded, like paths of pages. */
  readonly paths: readonly string[]
  /** Whether the rule has URLs that can't be known. */
  readonly open: boolean
}

/**
 * Returns the concrete URLs of one redirect or rewrite. A pattern without parameters is one URL; parameters are taken
 * from the known `pages` that match its target.
 */
export function expandPathRule({ from, to }: PathRule, pages: readonly string[]): ExpandedRule {
  const segments = parsePattern(from)
  if (segments.every(({ kind }) => kind === 'static')) return { paths: [printPath(segments, {})], open: false }
  const target = parseTarget(to)
  if (target === undefined) return { paths: [], open: true }
  const named = segments.flatMap((segment) => (segment.kind === 'static' ? [] : [segment.name]))
  const found = pages.flatMap((page) => {
    const params = readParams(target, page)
    return params === undefined || named.some((name) => params[name] === undefined) ? [] : [printPath(segments, params)]
  })
  return { paths: [...new Set(found)], open: found.length === 0 }
}

function parseTarget(to: string): readonly Segment[] | undefined {
  if (!to.startsWith('/')) return undefined
  try {
    return parsePattern(to.replace(/[?#].*$/s, ''))
  } catch {
    return undefined
  }
}

/** Values stay percent-encoded; those of a rest parameter are joined with `/`. */
function readParams(pattern: readonly Segment[], path: string): Readonly<Record<string, string>> | undefined {
  const parts = path === '/' ? [] : path.slice(1).split('/')
  const params: Record<string, string> = {}
  for (const [index, segment] of pattern.entries()) {
    if (segment.kind === 'rest' || segment.kind === 'optional-rest') {
      const rest = parts.slice(index)
      if (rest.length === 0 && segment.kind === 'rest') return undefined
      params[segment.name] = rest.join('/')
      return params
    }
    const part = parts[index]
    if (part === undefined) return undefined
    if (segment.kind === 'static') {
      if (encodeURIComponent(segment.value) !== part) return undefined
    } else params[segment.name] = part
  }
  return parts.length === pattern.length ? params : undefined
}

function printPath(segments: readonly Segment[], params: Readonly<Record<string, string>>): string {
  const parts = segments.flatMap((segment) => {
    if (segment.kind === 'static') return [encodeURIComponent(segment.value)]
    const value = params[segment.name] ?? ''
    return value === '' ? [] : [value]
  })
  return `/${parts.join('/')}`
}
