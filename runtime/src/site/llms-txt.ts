/** `/llms.txt` in the form of llmstxt.org: a title, a summary, the pages with their Markdown, the tools for agents. */
import type { ManifestTool } from '#contract/api.ts'
import { AGENT_CARD_PATH, API_PREFIX, MANIFEST_PATH, MCP_PATH, toMarkdownPath } from '#contract/http/path.ts'
import type { KnownPage } from '#contract/page/page.ts'
import { createPathResolver } from './site-address.ts'

/** The app's data for the file. `llmsTxt` takes precedence over the app's own title and description. */
export interface LlmsTxtConfig {
  readonly title?: string | undefined
  readonly description?: string | undefined
  /** Makes links absolute. */
  readonly siteUrl?: string | undefined
  readonly llmsTxt?: { readonly title?: string | undefined; readonly description?: string | undefined } | undefined
}

/** A page in the list; `concrete: false` marks a pattern. */
export type LlmsTxtPage = Pick<KnownPage, 'path' | 'title' | 'description' | 'noindex'> & Partial<KnownPage>
/** A tool in `/llms.txt`. */
export type LlmsTxtTool = Pick<ManifestTool, 'name' | 'description' | 'guard' | 'scopes'>

/**
 * Builds the index. It is public: forbidden tools and tools that need a scope are omitted. Pages with `noindex` are
 * listed last, under "Optional".
 */
export function buildLlmsTxt(
  config: LlmsTxtConfig,
  pages: readonly LlmsTxtPage[],
  tools: readonly LlmsTxtTool[] = [],
): string {
  const { siteUrl } = config
  const link = siteUrl === undefined ? (path: string) => path : createPathResolver(siteUrl)
  const title = config.llmsTxt?.title ?? config.title ?? (siteUrl === undefined ? 'Pages' : new URL(siteUrl).host)
  const description = config.llmsTxt?.description ?? config.description
  const open = tools.filter(({ guard, scopes = [] }) => guard !== 'forbidden' && scopes.length === 0)
  const listed = pages.filter(({ noindex }) => noindex !== true)
  const optional = pages.filter(({ noindex }) => noindex === true)
  const usage =
    open.length === 0
      ? undefined
      : `Tools are called with a JSON object: POST to their URL with the header \`x-fw-origin: agent\`, over MCP at ${link(MCP_PATH)}, or over A2A as described in ${link(AGENT_CARD_PATH)}. [The manifest](${link(MANIFEST_PATH)}) has their input as JSON Schema, and the components of a page with \`?path=\`.`
  return [
    `# ${oneLine(title)}`,
    description === undefined ? undefined : `> ${oneLine(description)}`,
    usage,
    section(
      'Pages',
      listed.map((page) => pageLine(page, link)),
    ),
    section(
      'Tools',
      open.map((tool) => toolLine(tool, link)),
    ),
    section(
      'Optional',
      optional.map((page) => pageLine(page, link)),
    ),
  ]
    .filter((part) => part !== undefined)
    .join('\n\n')
    .concat('\n')
}

function section(title: string, lines: readonly string[]): string | undefined {
  return lines.length === 0 ? undefined : `## ${title}\n\n${lines.join('\n')}`
}

function pageLine({ path, title, description, concrete }: LlmsTxtPage, link: (path: string) => string): string {
  // A pattern has no URL, so it isn't a link.
  const name = concrete === false ? `\`${path}\`` : `[${label(title ?? path)}](${link(toMarkdownPath(path))})`
  const about = [concrete === false ? title : undefined, description].filter((text) => text !== undefined)
  return `- ${name}${about.length === 0 ? '' : `: ${oneLine(about.join('. '))}`}`
}

function toolLine({ name, description, guard }: LlmsTxtTool, link: (path: string) => string): string {
  const approval = guard === 'confirm' ? ' (requires human approval)' : ''
  return `- [${label(name)}](${link(API_PREFIX + name.replace(/^api\./, ''))}): ${oneLine(description)}${approval}`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Escapes the text of a link. */
function label(text: string): string {
  return oneLine(text).replace(/[\\[\]]/g, '\\$&')
}
