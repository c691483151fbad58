import { defineConfig } from '@fw/runtime'
import { DESCRIPTION, SITE_URL } from './src/site.ts'

export default defineConfig({
  // Files for any host; with DOCS_SERVED=1 a server, which offers `docs.search` to agents over HTTP and MCP as well.
  output: process.env.DOCS_SERVED === '1' ? 'bun' : 'static',
  siteUrl: SITE_URL,
  title: 'fw documentation',
  description: DESCRIPTION,
  favicon: '/favicon.svg',
  llmsTxt: {},
  csp: { static: 'hash' },
})
