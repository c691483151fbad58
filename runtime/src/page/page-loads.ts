/** One loading of a page for each request, although its policy is read before it is rendered. */
import type { FwRequest } from '#contract/request.ts'
import type { LoadedPage, PageEntry } from './page-source.ts'

type Loading = LoadedPage | Promise<LoadedPage>

export interface PageLoads {
  /** Loads the page; what fails, fails whoever takes it. */
  begin(entry: PageEntry, request: FwRequest): Loading
  /** What was begun for this request, or else a loading of its own. */
  take(entry: PageEntry, request: FwRequest | undefined): Loading
}

/** Of all requests of a server. What is there at once costs nothing to ask for again, and is not remembered. */
export function createPageLoads(): PageLoads {
  const begun = new WeakMap<FwRequest, { readonly entry: PageEntry; readonly loading: Promise<LoadedPage> }>()
  return {
    begin(entry, request) {
      const loading = getLoading(entry)
      if (loading instanceof Promise) begun.set(request, { entry, loading })
      return loading
    },
    take(entry, request) {
      const known = request === undefined ? undefined : begun.get(request)
      return known?.entry === entry ? known.loading : entry.load()
    },
  }
}

function getLoading(entry: PageEntry): Loading {
  try {
    return entry.load()
  } catch (error) {
    return Promise.reject(error)
  }
}
