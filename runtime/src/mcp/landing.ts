/**
 * The page at `GET /_fw/mcp`: how to connect, and which tools anonymous callers may call. It is public, so it
 * contains no secret.
 */

import type { Guard, ManifestTool } from '#contract/api.ts'
import { MCP_PATH } from '#contract/http/path.ts'
import { wireName } from '#contract/name.ts'
import { createStylePolicy } from '#digest/style-policy.ts'
import { escapeHtml } from '#wire/html.ts'

interface McpLanding {
  readonly name: string
  /**
   * URL to connect to: at `siteUrl`, or else at the host of the request if it is known to be the app's. Otherwise it begins with
   * `$ORIGIN`.
   */
  readonly url: string
  /** Whether callers need a token. */
  readonly auth: 'bearer' | 'none'
  /** `$TOKEN` is a placeholder for the caller's bearer token; absent if the server requires none. */
  readonly connect: readonly { readonly client: string; readonly command: string }[]
  /** Tools that an anonymous caller sees. */
  readonly tools: readonly { readonly name: string; readonly description: string; readonly guard: Guard }[]
}

interface LandingOptions {
  /** Document title of the app. */
  readonly name: string
  /** Origin of the app; undefined if it isn't known. */
  readonly origin: string | undefined
  readonly asksForToken: boolean
  readonly tools: readonly ManifestTool[]
  readonly toolNames: Readonly<Record<string, string>> | undefined
}

/** Returns the content of the landing page. */
export function createLanding({ name, origin, asksForToken, tools, toolNames }: LandingOptions): McpLanding {
  const url = origin === undefined ? `$ORIGIN${MCP_PATH}` : new URL(MCP_PATH, origin).href
  return {
    name,
    url,
    auth: asksForToken ? 'bearer' : 'none',
    connect: listConnections(toServerSlug(name), url, asksForToken),
    tools: tools
      .filter(({ guard }) => guard !== 'forbidden')
      .map(({ name, description, guard }) => ({ name: toolNames?.[name] ?? wireName(name), description, guard })),
  }
}

/** Returns the commands and settings to paste for each client. */
function listConnections(id: string, url: string, asksForToken: boolean): McpLanding['connect'] {
  const header = asksForToken ? ' --header "Authorization: Bearer $TOKEN"' : ''
  const headers = asksForToken ? { headers: { Authorization: 'Bearer $TOKEN' } } : {}
  const http = { type: 'http', url, ...headers }
  const codex = `codex mcp add ${id} --url ${url}`
  return [
    { client: 'Claude Code', command: `claude mcp add --transport http ${id} ${url}${header}` },
    {
      client: 'Codex',
      command: asksForToken ? `export TOKEN=$TOKEN\n${codex} --bearer-token-env-var TOKEN` : codex,
    },
    { client: 'VS Code with Copilot', command: `code --add-mcp '${JSON.stringify({ name: id, ...http })}'` },
    {
      client: 'Cursor: ~/.cursor/mcp.json',
      command: JSON.stringify({ mcpServers: { [id]: { url, ...headers } } }, undefined, 2),
    },
    { client: 'Gemini CLI', command: `gemini mcp add --transport http${header} ${id} ${url}` },
    {
      client: 'Settings file of other clients',
      command: JSON.stringify({ mcpServers: { [id]: http } }, undefined, 2),
    },
  ]
}

/** Long lines wrap, because a command that overflows its box looks complete. One click selects all of it. */
const STYLE = `:root{color-scheme:light dark}
html{background:#f5f5f1;color:#1b1c19;font:16px/1.5 system-ui,sans-serif}
body{max-width:44rem;margin:0 auto;padding:2.5rem 1rem}
h1{font-size:1.75rem;line-height:1.2;text-wrap:balance}
h2{margin:2rem 0 .5rem;font-size:1rem}
pre{margin:0;padding:1rem;border:1px solid #d5d5cd;border-radius:.6rem;background:#fff;white-space:pre-wrap;overflow-wrap:anywhere;user-select:all;-webkit-user-select:all}
code{font-size:.9em}
li{margin:.5rem 0}
@media(prefers-color-scheme:dark){html{background:#151613;color:#ecece6}pre{border-color:#3b3c36;background:#1f201c}}`

/** The page needs its own style sheet and nothing else, regardless of the app's policy. */
export const LANDING_POLICY: string = createStylePolicy(STYLE)

/** Explanations of the guards for users who connect an agent. */
const GUARDS: Readonly<Record<Guard, string>> = {
  auto: 'runs at once',
  confirm: 'waits until a user approves it',
  forbidden: 'not for agents',
}

/** Renders the landing page without a script. */
export function renderMcpLanding(landing: McpLanding): string {
  const { name, url, auth, connect, tools } = landing
  const title = `${escapeHtml(name)}: tools for agents`
  const origin = url.startsWith('$') ? ' Replace <code>$ORIGIN</code> with the origin of this site.' : ''
  const token = auth === 'bearer' ? 'Replace <code>$TOKEN</code> with your token.' : 'This server needs no token.'
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${STYLE}</style>
<main>
<h1>${title}</h1>
<p>This endpoint implements the Model Context Protocol. ${token}${origin}</p>
${connect.map(({ client, command }) => `<h2>${escapeHtml(client)}</h2>\n<pre><code>${escapeHtml(command)}</code></pre>`).join('\n')}
${toolsHtml(tools)}</main>
</html>
`
}

function toolsHtml(tools: McpLanding['tools']): string {
  if (tools.length === 0) return ''
  const lines = tools.map(
    ({ name, description, guard }) =>
      `<li><code>${escapeHtml(name)}</code> (${guard}: ${GUARDS[guard]})<br>${escapeHtml(description)}</li>`,
  )
  return `<h2>Tools</h2>\n<ul>\n${lines.join('\n')}\n</ul>\n`
}

/** Returns a server name that every client accepts. */
export function toServerSlug(name: string): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g)
  return words === null ? 'app' : words.join('-')
}
