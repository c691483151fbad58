/** The manifest of a path under a caller's ctx (decisions: Manifest). */
import type { Ctx, Origin } from '#contract/api.ts'
import { FwError } from '#contract/error.ts'
import type { Manifest } from '#contract/manifest.ts'
import { contractsReady } from '../api/collect.ts'
import { withCurrent } from '../api/current.ts'
import type { PageManifest } from '../page/pages.ts'
import type { App } from './app.ts'
import { canonicalPath } from './canonical-path.ts'
import { canSeePage, type PageCaller } from './page-access.ts'

/**
 * The manifest for a caller, whose ctx is `ctx`. A page that the middleware guards from that caller has
 * the manifest of an unmatched path.
 */
export async function manifestForCaller(caller: PageCaller, path: string, ctx: Ctx, origin: Origin): Promise<Manifest> {
  const { app } = caller
  if (await canSeePage(caller, path, origin)) return manifestFor(app, path, ctx)
  await contractsReady(app.tools)
  return toManifest(app, path, ctx, NO_PAGE)
}

/** For callers in this process, whom no middleware guards. An unmatched path has a manifest too, with no components. */
export async function manifestFor(app: App, path: string, ctx: Ctx): Promise<Manifest> {
  await contractsReady(app.tools)
  return toManifest(app, path, ctx, await pageManifest(app, path, ctx))
}

async function toManifest(app: App, path: string, ctx: Ctx, page: PageManifest): Promise<Manifest> {
  return {
    fw: '1',
    path,
    ...(page.pattern === undefined ? {} : { pattern: page.pattern }),
    components: page.components,
    stores: page.stores,
    tools: [...app.visibleTools(ctx), ...page.tools],
    routes: await app.pages.patterns(),
    skills: (app.options.skills ?? []).map(({ body: _, file: __, ...summary }) => summary),
  }
}

const NO_PAGE: PageManifest = { components: [], stores: [], tools: [] }

async function pageManifest(app: App, path: string, ctx: Ctx): Promise<PageManifest> {
  return (await onPage(app, path, ctx, (canonical) => app.pages.manifest(canonical, ctx))) ?? NO_PAGE
}

/**
 * Renders for a caller as for its visit: a direct call of an api counts as a person's and uses this ctx. Undefined for a
 * path that no request can have.
 */
export async function onPage<Result>(
  app: App,
  path: string,
  ctx: Ctx,
  render: (path: string) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    const canonical = canonicalPath(path)
    return await withCurrent({ ctx, origin: 'human', host: app.host }, () => render(canonical))
  } catch (error) {
    if (error instanceof FwError && error.code === 'not_found') return undefined
    throw error
  }
}
