/** The page room before it has pages: every path is unmatched. */
import type { PageOptions, Pages } from './pages.ts'

export function createPages(_options: PageOptions): Pages {
  return {
    render: async () => ({ status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: 'Not found.' }),
    manifest: async () => ({ components: [], stores: [], tools: [] }),
    listPages: async () => [],
    patterns: async () => [],
    notFoundPage: async () => undefined,
  }
}
