/** The manifest of a path for a caller's ctx. */

import { contractsReady } from '#api/collect.ts'
import { currentCall, withCurrent } from '#api/current.ts'
import type { Manifest } from '#contract/agent/manifest.ts'
import type { Ctx, Origin } from '#contract/api.ts'
import { FwError } from '#contract/http/error.ts'
import type { PageTarget } from '#contract/page/page-target.ts'
import type { PageManifest } from '#page/pages.ts'
import type { App } from '../app/app.ts'
import { readPageTarget, splitSegments } from '../http/canonical-path.ts'
import { canSeePage, type PageAccessCaller } from './page-access.ts'
import { findRedirect } from './redirected-pages.ts'
import { listRoutes, listVisibleRoutes } from './visible-pages.ts'

/** The cause of a render. */
interface RenderCause {
  readonly origin: Origin
  /** Whether the cause has read untrusted content. */
  readonly tainted?: boolean
}

/**
 * Returns the manifest for a caller with this ctx. If the middleware denies the page to that caller, the result is the
 * manifest of an unmatched path.
 */
export async function manifestForCaller(
  caller: PageAccessCaller,
  path: string,
  ctx: Ctx,
  origin: Origin,
): Promise<Manifest> {
  const { app } = caller
  await contractsReady(app.tools)
  const page = await describePageForCaller(caller, path, ctx, origin)
  return toManifest(app, path, ctx, page, await listVisibleRoutes(caller, origin))
}

/** The page part of this manifest. Renders the page only if the build doesn't know its components and stores. */
export async function describePageForCaller(
  caller: PageAccessCaller,
  path: string,
  ctx: Ctx,
  origin: Origin,
): Promise<PageManifest> {
  const { app, tainted } = caller
  if (!(await canSeePage(caller, path, origin))) return NO_PAGE
  const describe = (target: PageTarget) => app.pages.describe(target, ctx)
  return (await onPage(app, path, ctx, describe, { origin, tainted })) ?? NO_PAGE
}

/**
 * Creates a manifest for callers in this process: always renders the whole page, whose errors `fw verify` reports, and
 * runs no middleware. An unmatched path has a manifest without components.
 */
export async function manifestFor(app: App, path: string, ctx: Ctx, cause?: RenderCause): Promise<Manifest> {
  await contractsReady(app.tools)
  const page = await onPage(app, path, ctx, (target) => app.pages.manifest(target, ctx), cause)
  return toManifest(app, path, ctx, page ?? NO_PAGE, await listRoutes(app))
}

function toManifest(app: App, path: string, ctx: Ctx, page: PageManifest, routes: Manifest['routes']): Manifest {
  return {
    fw: '1',
    path,
    ...(page.pattern === undefined ? {} : { pattern: page.pattern }),
    components: page.components,
    stores: page.stores,
    tools: [...app.visibleTools(ctx), ...page.tools],
    routes,
    skills: app.agents.skills.map(({ body: _, file: __, package: ___, ...summary }) => summary),
  }
}

const NO_PAGE: PageManifest = { components: [], stores: [], tools: [] }

/**
 * Renders a page with this ctx. Direct API calls in it have the origin of `cause`, by default the origin of the surrounding
 * code; outside a request it is an agent's, because agents read manifests. Resolves to undefined for a path that isn't
 * valid, and for a page that a redirect replaces.
 */
export async function onPage<Result>(
  app: App,
  path: string,
  ctx: Ctx,
  render: (target: PageTarget) => Promise<Result>,
  { origin, tainted = false }: RenderCause = currentCall() ?? { origin: 'agent' },
): Promise<Result | undefined> {
  try {
    const target = readPageTarget(path)
    const bare = app.pages.locales?.read(target.path)?.path ?? target.path
    if (findRedirect(app.pages, splitSegments(bare)) !== undefined) return undefined
    return await withCurrent({ ctx, origin, tainted, host: app.renderHost }, () => render(target))
  } catch (error) {
    if (error instanceof FwError && error.code === 'not_found') return undefined
    throw error
  }
}
