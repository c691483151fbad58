/** Loads a page once for each request, although its policy is read before it is rendered. */
import type { FwRequest } from '#contract/http/request.ts'
import type { LoadedPage, PageEntry } from './page-source.ts'

type Loading = LoadedPage | Promise<LoadedPage>

export interface PageLoads {
  /** Starts loading the page. An error rejects for every caller that takes this loading. */
  begin(entry: PageEntry, request: FwRequest): Loading
  /** Returns the loading that was started for this request, or starts another. */
  take(entry: PageEntry, request: FwRequest | undefined): Loading
}

/** Creates the loads of a server. A page that is available synchronously is read again instead of being remembered. */
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
