/** Pages that stay current while they are open: what they read is followed while they render. */
import { policyProblem } from '#contract/page/cache.ts'
import type { Params, RouteModule } from '#contract/page/page.ts'
import { mergeVary } from '#wire/vary.ts'
import type { PageRequest } from './other-replies.ts'
import type { PageEntry } from './page-source.ts'
import type { PageOptions } from './pages.ts'
import { LIVE_VARY } from './replies.ts'
import { whenReady } from './when-ready.ts'

type LiveEntry = Pick<PageEntry, 'pattern' | 'live'>

/** A page that is requested. */
interface FollowedPage {
  readonly entry: LiveEntry
  readonly module: RouteModule
  readonly params: Params
  readonly request: PageRequest
}

type Print<Printed> = (reads: PageRequest['reads'], onRegions: () => void) => Printed | Promise<Printed>

/** The live pages of an app. */
interface LivePages {
  /** Prints a page. If it is live, its reads are followed. */
  follow<Printed>(page: FollowedPage, print: Print<Printed>): Printed | Promise<Printed>
  /** Returns the headers of a document of the page. */
  addVary(entry: LiveEntry, module: RouteModule | undefined, headers: PageRequest['headers']): PageRequest['headers']
}

export function createLivePages({ liveUrl }: Pick<PageOptions, 'liveUrl'>): LivePages {
  /** Patterns of pages with regions that the build hasn't found. */
  const withRegions = new Set<string>()
  const isLive = ({ live, pattern }: LiveEntry, module: RouteModule | undefined): boolean =>
    liveUrl !== undefined && (module?.live === true || live !== undefined || withRegions.has(pattern))
  return {
    follow({ entry, module, params, request: { refused, followReads } }, print) {
      const onRegions = () => void withRegions.add(entry.pattern)
      if (followReads === undefined || refused !== undefined || !isLive(entry, module))
        return print(undefined, onRegions)
      const { cache } = module
      const following = followReads(policyProblem(cache) === undefined ? (cache?.tags ?? []) : [], params)
      return whenReady(following, (reads) => reads.run(() => print(reads, onRegions)))
    },
    addVary(entry, module, headers) {
      if (!isLive(entry, module)) return headers
      return { ...headers, vary: mergeVary(LIVE_VARY, headers?.vary) }
    },
  }
}
