/** The known pages of an app: static ones, and dynamic ones as far as `staticParams` enumerates them. */
import type { KnownPage, Params } from '#contract/page.ts'
import type { Segment } from '#contract/pattern.ts'
import { isNoindex } from '../head/robots-content.ts'
import { type PageEntry, readMeta } from './page-source.ts'

/** Every page, in the order of the patterns. A dynamic pattern without `staticParams` is listed as written. */
export async function listPages(entries: readonly PageEntry[]): Promise<readonly KnownPage[]> {
  return (await Promise.all(entries.map(pagesOf))).flat()
}

/** Every pattern with the title that does not depend on params. */
export async function listPatterns(
  entries: readonly PageEntry[],
): Promise<readonly { pattern: string; title?: string }[]> {
  return Promise.all(
    entries.map(async (entry) => {
      const { module } = await entry.load()
      const title = typeof module.meta === 'object' ? module.meta.title : undefined
      return { pattern: entry.pattern, ...(title === undefined ? {} : { title }) }
    }),
  )
}

async function pagesOf(entry: PageEntry): Promise<readonly KnownPage[]> {
  const { module } = await entry.load()
  const { pattern, segments } = entry
  const describe = async (params: Params) => {
    const { title, description, robots } = await readMeta(module, params)
    return {
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      ...(isNoindex(robots) ? { noindex: true as const } : {}),
    }
  }
  if (segments.every(({ kind }) => kind === 'static'))
    return [{ path: pathOf(segments, {}), pattern, ...(await describe({})), concrete: true }]
  if (module.staticParams === undefined) {
    // A function could only tell for params, of which there are none.
    const about = typeof module.meta === 'object' ? await describe({}) : {}
    return [{ path: pattern, pattern, ...about, concrete: false }]
  }
  const all = typeof module.staticParams === 'function' ? await module.staticParams() : module.staticParams
  return Promise.all(
    all.map(async (params) => ({
      path: pathOf(segments, params),
      pattern,
      ...(await describe(params)),
      concrete: true,
    })),
  )
}

function pathOf(segments: readonly Segment[], params: Params): string {
  const parts = segments.flatMap((segment) => {
    if (segment.kind === 'static') return [encodeURIComponent(segment.value)]
    const value = params[segment.name] ?? ''
    if (segment.kind === 'param') return [encodeURIComponent(value)]
    return value === '' ? [] : value.split('/').map(encodeURIComponent)
  })
  return `/${parts.join('/')}`
}
