/**
 * Lists the resources: pages as Markdown, skills, stores that the app exposes, and the resources of the option `mcp`.
 */

import type { ManifestStore } from '#contract/agent/manifest.ts'
import type { McpResource } from '#contract/agent/mcp.ts'
import type { Ctx } from '#contract/api.ts'
import { toMarkdownPath } from '#contract/http/path.ts'
import type { KnownPage } from '#contract/page/page.ts'
import type { McpApp, PageCandidate, PageSelection } from './host.ts'
import { sortByKey } from './paginate.ts'
import { skillUri } from './skill-files.ts'

/** An entry of `resources/list`. */
export interface ListedResource {
  readonly uri: string
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly mimeType?: string
}

/** An entry of `resources/templates/list`. */
interface ListedTemplate extends Omit<ListedResource, 'uri'> {
  readonly uriTemplate: string
}

const MARKDOWN = 'text/markdown'

/** The pages of the app, and the stores that the caller can read. */
interface ReadableContent {
  readonly pages: PageSelection
  readonly stores: readonly ManifestStore[]
}

/** Lists the resources in the order of their URIs, also pages that the caller can't read. */
export function listResources(
  app: McpApp,
  ctx: Ctx,
  { pages, stores }: ReadableContent,
): readonly PageCandidate<ListedResource>[] {
  const others: ListedResource[] = [
    ...app.skills.map(({ name, description }) => ({ uri: skillUri(name), name, description, mimeType: MARKDOWN })),
    ...stores.map(({ alias, description }) => ({
      uri: storeUri(alias),
      name: alias,
      ...(description === undefined ? {} : { description }),
      mimeType: 'application/json',
    })),
    ...ownResources(app, ctx)
      .filter(({ uri }) => !isTemplate(uri))
      .map(({ uri, ...resource }) => ({ uri, ...toListedResource(resource) })),
  ]
  const entries = others.map((result) => ({ page: undefined, result }))
  return sortByKey([...listPageResources(app, pages.known), ...entries], ({ result }) => result.uri)
}

/** A page as a resource. */
interface PageResource extends PageCandidate<ListedResource> {
  readonly page: KnownPage
}

const pageResources = new WeakMap<readonly KnownPage[], readonly PageResource[]>()

/** Lists the pages with content, by their URIs. Sorted once for all requests that share the known pages. */
export function listPageResources(app: McpApp, known: readonly KnownPage[]): readonly PageResource[] {
  const made = pageResources.get(known)
  if (made !== undefined) return made
  const resources = known
    .filter(({ concrete, problem, noDocument }) => concrete && problem === undefined && !noDocument)
    .map((page) => ({ page, result: { uri: pageUri(app, toMarkdownPath(page.path)), ...describePage(page) } }))
  const sorted = sortByKey(resources, ({ result }) => result.uri)
  pageResources.set(known, sorted)
  return sorted
}

/** Lists the templates of dynamic pages, and the app's own URIs with parameters. */
export async function listTemplates(app: McpApp, ctx: Ctx, pages: PageSelection): Promise<readonly ListedTemplate[]> {
  const listed: ListedTemplate[] = [
    ...(await listPageTemplates(app, pages)),
    ...ownResources(app, ctx)
      .filter(({ uri }) => isTemplate(uri))
      .map(({ uri, ...resource }) => ({ uriTemplate: uri, ...toListedResource(resource) })),
  ]
  return sortByKey(listed, ({ uriTemplate }) => uriTemplate)
}

/**
 * Returns one template for each dynamic pattern with a page that the caller can read. Pages of `staticParams` have
 * different titles, so theirs has none.
 */
async function listPageTemplates(app: McpApp, pages: PageSelection): Promise<readonly ListedTemplate[]> {
  const templates: ListedTemplate[] = []
  for (const [pattern, known] of groupByPattern(pages.known)) {
    const whole = known.find(({ concrete }) => !concrete)
    if (whole === undefined && !(await isAnyReadable(pages, known))) continue
    templates.push({ uriTemplate: toPageTemplate(app, pattern), ...describePage({ ...whole, path: pattern }) })
  }
  return templates
}

const patternGroups = new WeakMap<readonly KnownPage[], ReadonlyMap<string, readonly KnownPage[]>>()

/** Groups the pages of dynamic routes, once for all requests that share the known pages. */
function groupByPattern(known: readonly KnownPage[]): ReadonlyMap<string, readonly KnownPage[]> {
  const made = patternGroups.get(known)
  if (made !== undefined) return made
  const groups = new Map<string, KnownPage[]>()
  for (const page of known) {
    if (!page.pattern.includes('[')) continue
    const group = groups.get(page.pattern)
    if (group === undefined) groups.set(page.pattern, [page])
    else group.push(page)
  }
  patternGroups.set(known, groups)
  return groups
}

async function isAnyReadable(pages: PageSelection, known: readonly KnownPage[]): Promise<boolean> {
  for await (const _ of pages.select(known, (page) => ({ page, result: page }))) return true
  return false
}

/** Returns the pattern whose pages have this template and of which the caller can read a page. */
export async function findTemplatePattern(
  app: McpApp,
  pages: PageSelection,
  uriTemplate: string,
): Promise<string | undefined> {
  for (const [pattern, known] of groupByPattern(pages.known))
    if (toPageTemplate(app, pattern) === uriTemplate && (await isAnyReadable(pages, known))) return pattern
  return undefined
}

function toPageTemplate(app: McpApp, pattern: string): string {
  const path = pattern.replace(/\[+(\.\.\.)?(\w+)(?:=\w+)?\]+/g, (_, rest, name) => `{${rest ? '+' : ''}${name}}`)
  return pageUri(app, `${path}.md`)
}

function describePage({
  path,
  title,
  description,
}: Pick<KnownPage, 'path' | 'title' | 'description'>): Omit<ListedResource, 'uri'> {
  return {
    name: path,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    mimeType: MARKDOWN,
  }
}

/** Returns the app's own resources that this caller may see. */
export function ownResources({ options }: McpApp, ctx: Ctx): readonly McpResource[] {
  return (options.resources ?? []).filter(({ scopes }) => mayRead(scopes, ctx))
}

/** Whether the caller holds every scope. */
export function mayRead(scopes: readonly string[] | undefined, ctx: Ctx): boolean {
  const held: unknown = ctx.scopes
  return (scopes ?? []).every((scope) => Array.isArray(held) && held.includes(scope))
}

function toListedResource({
  name,
  title,
  description,
  mimeType,
}: Omit<McpResource, 'uri'>): Omit<ListedResource, 'uri'> {
  return {
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(mimeType === undefined ? {} : { mimeType }),
  }
}

export function isTemplate(uri: string): boolean {
  return uri.includes('{')
}

/** Returns the URI of a page. It is absolute if the app has a `siteUrl`, so that a client can fetch it as well. */
export function pageUri({ siteUrl }: Pick<McpApp, 'siteUrl'>, path: string): string {
  return `${siteUrl === undefined ? 'fw://' : new URL(siteUrl).origin}${path}`
}

export function storeUri(alias: string): string {
  return `store://${alias}`
}

/** Returns the URI of a pending call and its outcome. It isn't listed: only its caller knows it. */
export function proposalUri(id: string): string {
  return `proposal://${id}`
}
