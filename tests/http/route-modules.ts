/** Pages as modules that need no compiler: `default` answers markup. */
import type { PageMeta, Params, RouteModule } from '../../runtime/src/contract/page/page.ts'
import type { FwServerOptions } from '../../runtime/src/server.ts'
import { Html } from '../../runtime/src/solid/render/html.ts'

export interface TestRoute {
  readonly meta?: RouteModule['meta']
  readonly staticParams?: RouteModule['staticParams']
  readonly cache?: RouteModule['cache']
  /** HTML of the page; default an empty one. */
  readonly html?: (props: { params: Params; ctx: Record<string, unknown> }) => string | Promise<string>
}

/** The options of a server with these files of `src/routes`. */
export function routeModules(
  files: Readonly<Record<string, TestRoute>>,
): Pick<FwServerOptions, 'routeFiles' | 'loadRoute'> {
  return {
    routeFiles: Object.keys(files).map((filePath) => ({ filePath })),
    loadRoute: async (filePath) => {
      const { html = () => '', ...route } = files[filePath] ?? {}
      const isLayout = filePath.includes('_layout')
      return {
        ...route,
        default: (props: { params: Params; ctx: Record<string, unknown>; children?: unknown }) => {
          const markup = html(props)
          if (typeof markup !== 'string') return markup.then((late) => new Html(late))
          return isLayout ? [new Html(markup), props.children] : new Html(markup)
        },
      }
    },
  }
}

/** One page at `/` with this metadata. */
export function pageWithMeta(meta: PageMeta): Pick<FwServerOptions, 'routeFiles' | 'loadRoute'> {
  return routeModules({ 'index.tsx': { meta } })
}
