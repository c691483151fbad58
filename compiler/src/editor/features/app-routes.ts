/** The pages of an app, and the pages that links refer to. */
import { parsePattern, type Segment } from '@fw/runtime/contract'
import { createMatcher, decodeSegments } from '@fw/runtime/tooling'
import { createTrustingMatchers } from '#analyze/pages/known-paths.ts'
import type { AppFile } from '../app/editor-session.ts'
import { listMessages } from './app-texts.ts'

export interface AppPage {
  /** Such as `/orders/[id]`. */
  readonly pattern: string
  /** Relative to the app's root. */
  readonly file: string
}

type AppState = Pick<AppFile, 'app' | 'program'>

/** Returns the pages with a valid pattern. */
export function listPages({ app, program }: AppState): readonly AppPage[] {
  return app.outline(program).routes.facts.filter(({ problem }) => problem === undefined)
}

/** Returns the page of this pattern, or of a path that a browser can request, with its query and fragment. */
export function findPage(state: AppState, kind: 'pattern' | 'path', text: string): AppPage | undefined {
  const pages = listPages(state)
  if (kind === 'pattern') return pages.find(({ pattern }) => pattern === text)
  const path = readPath(text)
  if (path === undefined) return undefined
  const locales = listMessages(state).map(({ locale }) => locale)
  const [, locale = '', rest = '/'] = /^\/([^/]*)(\/.*)?$/.exec(path) ?? []
  return matchPage(pages, path) ?? (locales.includes(locale) ? matchPage(pages, rest) : undefined)
}

/** Returns the path of a link in the app, without query and fragment; `undefined` for all other links. */
export function readPath(link: string): string | undefined {
  return /^\/(?![/\\])/.test(link) ? link.replace(/[?#].*$/s, '') : undefined
}

function matchPage(pages: readonly AppPage[], path: string): AppPage | undefined {
  const segments = decodeSegments(path)
  if (segments === undefined) return undefined
  const matching = pages.filter((page) => matches([page], segments))
  // Of several pages the router's order decides; two pages with the same pattern are an error of another rule.
  return matching.length > 1 ? (matches(matching, segments) ?? matching[0]) : matching[0]
}

function matches(pages: readonly AppPage[], path: readonly string[]): AppPage | undefined {
  const items = pages.map((page) => ({ page, pattern: page.pattern, segments: parsePattern(page.pattern) }))
  const all: readonly Segment[] = items.flatMap(({ segments }) => segments)
  try {
    return createMatcher(items, createTrustingMatchers(all))(path)?.item.page
  } catch {
    return undefined
  }
}
