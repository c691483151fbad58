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
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1rem}pre{overflow:auto;padding:1rem;border:1px solid;border-radius:.5rem}</style>
<h1>${title}</h1>
<p>This address speaks the Model Context Protocol. Replace <code>$TOKEN</code> with your token${landing.url.startsWith('$') ? ' and <code>$ORIGIN</code> with the address of this site' : ''}.</p>
${parts.join('\n')}
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
