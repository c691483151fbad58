/** The manifest of a path under a caller's ctx (decisions: Manifest). */
import type { Ctx } from '#contract/api.ts'
import { FwError } from '#contract/error.ts'
import type { Manifest } from '#contract/manifest.ts'
import { contractsReady } from '../api/collect.ts'
import type { PageManifest } from '../page/pages.ts'
import type { App } from './app.ts'
import { canonicalPath } from './canonical-path.ts'

/** An unmatched path has a manifest too, with no components. */
export async function manifestFor(app: App, path: string, ctx: Ctx): Promise<Manifest> {
  await contractsReady(app.tools)
  const page = await pageManifest(app, path, ctx)
  return {
    fw: '1',
    path,
    ...(page.pattern === undefined ? {} : { pattern: page.pattern }),
    components: page.components,
    stores: page.stores,
    tools: [...app.visibleTools(ctx), ...page.tools],
    routes: await app.pages.patterns(),
    skills: [],
  }
}

async function pageManifest(app: App, path: string, ctx: Ctx): Promise<PageManifest> {
  try {
    return await app.pages.manifest(canonicalPath(path), ctx)
  } catch (error) {
    if (error instanceof FwError && error.code === 'not_found') return { components: [], stores: [], tools: [] }
    throw error
  }
}
