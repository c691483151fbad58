/** What there is to read: pages as Markdown, skills, stores that the app shows, and what the option `mcp` adds. */
import type { Ctx } from '#contract/api.ts'
import type { ManifestStore } from '#contract/manifest.ts'
import type { McpResource } from '#contract/mcp.ts'
import type { KnownPage } from '#contract/page.ts'
import { toMarkdownPath } from '#contract/path.ts'
import type { McpApp } from './host.ts'
import { sortByKey } from './pages-of.ts'

/** An entry of `resources/list`. */
export interface ListedResource {
  readonly uri: string
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly mimeType?: string
}

/** An entry of `resources/templates/list`. */
export interface ListedTemplate extends Omit<ListedResource, 'uri'> {
  readonly uriTemplate: string
}

const MARKDOWN = 'text/markdown'

/** What the caller can read, beside what the app itself adds. */
export interface Readable {
  readonly pages: readonly KnownPage[]
  readonly stores: readonly ManifestStore[]
}

/** In the order of their addresses. */
export function listResources(app: McpApp, ctx: Ctx, { pages, stores }: Readable): readonly ListedResource[] {
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

/** Dynamic pages, and addresses of the app's own with names in them. */
export function listTemplates(app: McpApp, ctx: Ctx, pages: readonly KnownPage[]): readonly ListedTemplate[] {
  const listed: ListedTemplate[] = [
    ...pageTemplates(app, pages),
    ...ownResources(app, ctx)
      .filter(({ uri }) => isTemplate(uri))
      .map(({ uri, ...resource }) => ({ uriTemplate: uri, ...toListedResource(resource) })),
  ]
  return sortByKey(listed, ({ uriTemplate }) => uriTemplate)
}

/** One template for each dynamic pattern. Pages that `staticParams` lists have titles of their own, and share none. */
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

/** What the app adds, as far as this caller may see it. */
export function ownResources({ options }: McpApp, ctx: Ctx): readonly McpResource[] {
  return (options.resources ?? []).filter(({ scopes }) => mayRead(scopes, ctx))
}

/** Whether every scope is held. */
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

/** Absolute where the app says its origin, so that a client can fetch it as well. */
export function pageUri({ siteUrl }: Pick<McpApp, 'siteUrl'>, path: string): string {
  return `${siteUrl === undefined ? 'fw://' : new URL(siteUrl).origin}${path}`
}

export function skillUri(name: string): string {
  return `skill://${name}/SKILL.md`
}

export function storeUri(alias: string): string {
  return `store://${alias}`
}
