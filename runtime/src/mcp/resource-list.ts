/**
 * Lists the resources: pages as Markdown, skills, stores that the app exposes, and the resources of the option `mcp`.
 */

import type { ManifestStore } from '#contract/agent/manifest.ts'
import type { McpResource } from '#contract/agent/mcp.ts'
import type { Ctx } from '#contract/api.ts'
import { toMarkdownPath } from '#contract/http/path.ts'
import type { KnownPage } from '#contract/page/page.ts'
import type { McpApp } from './host.ts'
import { sortByKey } from './paginate.ts'

/** An entry of `resources/list`. */
interface ListedResource {
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

/** The pages and stores that the caller can read. */
interface ReadableContent {
  readonly pages: readonly KnownPage[]
  readonly stores: readonly ManifestStore[]
}

/** Lists the resources in the order of their URIs. */
export function listResources(app: McpApp, ctx: Ctx, { pages, stores }: ReadableContent): readonly ListedResource[] {
  const listed: ListedResource[] = [
    ...pages
      .filter(({ concrete, problem, noDocument }) => concrete && problem === undefined && !noDocument)
      .map((page) => toResource(page, pageUri(app, toMarkdownPath(page.path)))),
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
  return sortByKey(listed, ({ uri }) => uri)
}

/** Lists the templates of dynamic pages, and the app's own URIs with parameters. */
export function listTemplates(app: McpApp, ctx: Ctx, pages: readonly KnownPage[]): readonly ListedTemplate[] {
  const listed: ListedTemplate[] = [
    ...pageTemplates(app, pages),
    ...ownResources(app, ctx)
      .filter(({ uri }) => isTemplate(uri))
      .map(({ uri, ...resource }) => ({ uriTemplate: uri, ...toListedResource(resource) })),
  ]
  return sortByKey(listed, ({ uriTemplate }) => uriTemplate)
}

/** Returns one template for each dynamic pattern. Pages of `staticParams` have different titles, so theirs has none. */
function pageTemplates(app: McpApp, pages: readonly KnownPage[]): readonly ListedTemplate[] {
  const patterns = new Map(
    pages
      .filter(({ pattern }) => pattern.includes('['))
      .map(({ pattern, concrete, title, description }) => [pattern, concrete ? {} : { title, description }]),
  )
  return [...patterns].map(([pattern, about]) => {
    const path = pattern.replace(/\[+(\.\.\.)?(\w+)(?:=\w+)?\]+/g, (_, rest, name) => `{${rest ? '+' : ''}${name}}`)
    const { uri: uriTemplate, ...rest } = toResource({ ...about, path: pattern }, pageUri(app, `${path}.md`))
    return { uriTemplate, ...rest }
  })
}

function toResource(
  { path, title, description }: Pick<KnownPage, 'path' | 'title' | 'description'>,
  uri: string,
): ListedResource {
  return {
    uri,
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

export function skillUri(name: string): string {
  return `skill://${name}/SKILL.md`
}

export function storeUri(alias: string): string {
  return `store://${alias}`
}
