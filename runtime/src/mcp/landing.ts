/** What a person sees at `GET /_fw/mcp`: how to connect. Public, so it names no tool and no secret. */
import { MCP_PATH } from '#contract/path.ts'

export interface McpLanding {
  readonly name: string
  /** Where to connect; begins with `$ORIGIN` when the app has no `siteUrl` (the Host header is never printed). */
  readonly url: string
  /** `$TOKEN` stands for the caller's bearer token. */
  readonly connect: readonly { readonly client: string; readonly command: string }[]
}

/** The landing as data. `name` is the document title of the app. */
export function mcpLanding(name: string, siteUrl: string | undefined): McpLanding {
  const url = siteUrl === undefined ? `$ORIGIN${MCP_PATH}` : new URL(MCP_PATH, siteUrl).href
  const id = slug(name)
  const settings = { mcpServers: { [id]: { type: 'http', url, headers: { Authorization: 'Bearer $TOKEN' } } } }
  return {
    name,
    url,
    connect: [
      {
        client: 'Claude Code',
        command: `claude mcp add --transport http ${id} ${url} --header "Authorization: Bearer $TOKEN"`,
      },
      { client: 'Settings file of other clients', command: JSON.stringify(settings, undefined, 2) },
    ],
  }
}

/** Long lines wrap: a command that runs out of its box looks whole and is not. */
const STYLE = `:root{color-scheme:light dark}
html{background:#f5f5f1;color:#1b1c19;font:16px/1.5 system-ui,sans-serif}
body{max-width:44rem;margin:0 auto;padding:2.5rem 1rem}
h1{font-size:1.75rem;line-height:1.2;text-wrap:balance}
h2{margin:2rem 0 .5rem;font-size:1rem}
pre{margin:0;padding:1rem;border:1px solid #d5d5cd;border-radius:.6rem;background:#fff;white-space:pre-wrap;overflow-wrap:anywhere}
code{font-size:.9em}
@media(prefers-color-scheme:dark){html{background:#151613;color:#ecece6}pre{border-color:#3b3c36;background:#1f201c}}`

/** The landing as a page without script. */
export function mcpLandingHtml(landing: McpLanding): string {
  const parts = landing.connect.map(
    ({ client, command }) => `<h2>${escapeHtml(client)}</h2>\n<pre><code>${escapeHtml(command)}</code></pre>`,
  )
  const title = `${escapeHtml(landing.name)}: tools for agents`
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${STYLE}</style>
<main>
<h1>${title}</h1>
<p>This address speaks the Model Context Protocol. Replace <code>$TOKEN</code> with your token${landing.url.startsWith('$') ? ' and <code>$ORIGIN</code> with the address of this site' : ''}.</p>
${parts.join('\n')}
</main>
</html>
`
}

function slug(name: string): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g)
  return words === null ? 'app' : words.join('-')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
