/** `list_routes`: the pages and endpoints of the app, and why each has its kind. */
import { existsSync, readFileSync } from 'node:fs'
import type { AppModel, ComponentModel, RouteModel } from '#model.ts'
import type { DevHost } from './dev-host.ts'
import { createLimit, type DevTool } from './dev-tool.ts'
import { formatPlace } from './findings.ts'

export const listRoutes: DevTool = {
  name: 'list_routes',
  title: 'List routes',
  description:
    "Lists the app's pages, error pages and endpoints: URL pattern, file, layouts, how the response is made and why, and the islands through which a page sends JavaScript, each with the reason why it is an island.",
  fields: {
    pattern: { type: 'string', description: 'Only routes whose pattern begins with this, such as /orders.' },
    limit: createLimit(100),
  },
  effect: 'none',
  async run({ pattern = '', limit }, host) {
    const { model } = await host.analyze()
    const folder = model.config.routesDir ?? 'src/routes'
    const pages = model.routes.filter(
      ({ kind, pattern: own = '' }) => kind !== 'layout' && own.startsWith(String(pattern)),
    )
    const endpoints = (model.http ?? []).filter((route) => route.pattern.startsWith(String(pattern)))
    const shown = pages.slice(0, Number(limit))
    return {
      total: pages.length + endpoints.length,
      routes: await Promise.all(shown.map((route) => describeRoute(route, { host, model, folder }))),
      endpoints: endpoints.slice(0, Number(limit)).map((route) => ({
        pattern: route.pattern,
        file: `${folder}/${route.filePath}`,
        why: ['The file ends with .http.ts, so it handles requests itself.'],
      })),
    }
  },
}

interface AppFacts {
  readonly host: DevHost
  readonly model: AppModel
  /** Routes folder, relative to the root. */
  readonly folder: string
}

async function describeRoute(route: RouteModel, { host, model, folder }: AppFacts): Promise<object> {
  const file = `${folder}/${route.filePath}`
  const layouts = route.layouts.map((layout) => `${folder}/${layout}`)
  const islands = route.emptyManifest ? [] : await findIslands([...layouts, file], host, model)
  const clientEntry = model.files.client
  return {
    ...(route.pattern !== undefined && { pattern: route.pattern }),
    kind: route.kind,
    file,
    layouts,
    ...describeResponse(route, `${host.root}/${file}`, model),
    islands: islands.map((island) => ({
      name: island.name,
      at: formatPlace(island.span),
      reasons: island.reasons,
      intents: island.intents.map(({ tool }) => tool),
    })),
    javascript:
      islands.length > 0
        ? `Yes: ${islands.length === 1 ? 'the island' : 'the islands'} ${islands.map(({ name }) => name).join(', ')}.`
        : clientEntry !== undefined
          ? `Yes: ${clientEntry}, which every page loads.`
          : 'None: no module that the page loads contains an island.',
  }
}

function describeResponse(route: RouteModel, path: string, model: AppModel): object {
  if (route.kind === 'not-found') return { response: 'rendered', why: ['Rendered when no page matches the path.'] }
  if (route.kind === 'error') return { response: 'rendered', why: ['Rendered when a page throws.'] }
  if (route.noDocument)
    return { response: 'no document', why: ['The page always redirects, returns a Response, or is not found.'] }
  if (model.config.output === 'static')
    return { response: 'static file', why: ["The configuration has output: 'static', so fw build renders every page."] }
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const parameters = [...(route.pattern ?? '').matchAll(/\[([^\]]+)\]/g)].map(([, name = '']) => name)
  const about = [
    ...(parameters.length > 0 ? [`The path has the parameters ${parameters.join(', ')}.`] : []),
    ...(route.noStaticParams
      ? ['Lists of pages (sitemap, llms.txt) leave it out, because it exports no staticParams.']
      : []),
  ]
  return /^export (?:const|let|function) cache\b|^export \{[^}]*\bcache\b/m.test(text)
    ? {
        response: 'cached',
        why: ['The page exports a cache policy, so one response serves several visitors.', ...about],
      }
    : { response: 'rendered for each request', why: ['The page exports no cache policy.', ...about] }
}

/** Returns the islands of the files that these modules load. */
async function findIslands(
  files: readonly string[],
  host: DevHost,
  { components }: AppModel,
): Promise<readonly ComponentModel[]> {
  const loaded = await Promise.all(files.map((file) => host.listLoadedFiles(file)))
  const all = new Set(loaded.flatMap((some) => [...some]))
  return components.filter(({ island, file }) => island && all.has(file))
}
