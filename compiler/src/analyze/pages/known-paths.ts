/** Decides which URL paths the app handles, as far as that is known without running it. */

import { existsSync, readdirSync } from 'node:fs'
import { FW_PREFIX, nearestName, parsePattern, type Segment } from '@fw/runtime/contract'
import { BUILT_IN_MATCHERS, createMatcher, decodeSegments, type Matchers } from '@fw/runtime/tooling'
import { join, toSlashes } from '#slash-path.ts'
import type { RouteFact } from './routes.ts'

/** Paths that the framework handles if the app enables them. */
const FRAMEWORK = ['/llms.txt', '/sitemap.xml', '/robots.txt', '/rss.xml', '/sw.js']
const BUILT = '/assets/'

export interface KnownPaths {
  /** Returns whether a page, a file, a rule or the framework handles this path (with its query and fragment). */
  handles(to: string): boolean
  /** Returns the most similar known path. */
  nearest(to: string): string | undefined
}

/** Collects the paths. `rules`: the `from` patterns of redirects and rewrites. */
export function knownPaths(root: string, routes: readonly RouteFact[], rules: readonly string[]): KnownPaths {
  const pages = routes.filter(({ problem }) => problem === undefined).map(({ pattern }) => pattern)
  const patterns = [...pages, ...rules.filter(isPattern)]
  const matchers = patterns.map((pattern) => {
    const segments = parsePattern(pattern)
    // Created for each page separately: another rule reports collisions.
    return createMatcher([{ pattern, segments }], createTrustingMatchers(segments))
  })
  const files = new Set(publicFiles(root))
  const isMatched = (path: string): boolean => {
    const segments = decodeSegments(path)
    return segments !== undefined && matchers.some((match) => match(segments) !== undefined)
  }
  return {
    handles(to) {
      const path = toPath(to)
      if (`${path}/`.startsWith(FW_PREFIX) || path.startsWith(BUILT) || FRAMEWORK.includes(path)) return true
      if (isMatched(path) || files.has(decodePath(path))) return true
      // The Markdown version of a page.
      return path.endsWith('.md') && isMatched(path === '/index.md' ? '/' : path.slice(0, -'.md'.length))
    },
    nearest(to) {
      const path = toPath(to)
      const near = nearestName(path, [...patterns.flatMap((pattern) => fillPattern(pattern, path)), ...files])
      return near === path ? undefined : near
    },
  }
}

/** Custom matchers are code of the app: they may accept any value. */
export function createTrustingMatchers(segments: readonly Segment[]): Matchers {
  const names = segments.flatMap((segment) => (segment.kind === 'static' ? [] : (segment.matcher ?? [])))
  return Object.fromEntries(
    names.filter((name) => !Object.hasOwn(BUILT_IN_MATCHERS, name)).map((name) => [name, () => true]),
  )
}

export function isPattern(text: string): boolean {
  try {
    parsePattern(text)
    return true
  } catch {
    return false
  }
}

/** Returns the path that a browser requests. */
function toPath(to: string): string {
  return new URL(to, 'http://localhost').pathname
}

/**
 * Returns `/products/mug` for the pattern `/products/[slug]` and the path `/product/mug`: only static segments are
 * compared. Empty for rest parameters.
 */
function fillPattern(pattern: string, path: string): readonly string[] {
  const given = path.split('/').slice(1)
  const segments = parsePattern(pattern)
  if (segments.some(({ kind }) => kind === 'rest')) return []
  const parts = segments.flatMap((segment, index) => {
    if (segment.kind === 'static') return [segment.value]
    return segment.kind === 'param' ? [given[index] ?? ''] : []
  })
  return [`/${parts.join('/')}`]
}

function decodePath(path: string): string {
  return `/${(decodeSegments(path) ?? []).join('/')}`
}

function publicFiles(root: string): readonly string[] {
  const folder = join(root, 'public')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `/${toSlashes(file)}`)
}
