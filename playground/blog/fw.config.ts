import { defineConfig } from '@fw/runtime'
import { SITE_URL } from './src/site.ts'

export default defineConfig({
  output: 'static',
  siteUrl: SITE_URL,
  title: 'Tidewrack',
  description: 'Notes from a small harbour: weather, tides, tools, and the little programs that keep watch over them.',
  favicon: '/favicon.svg',
  fonts: [{ family: 'Lora', weights: [400, 700], styles: ['normal', 'italic'], subsets: ['latin'] }],
  llmsTxt: {},
  csp: { static: 'hash' },
  redirects: [{ from: '/archive', to: '/' }],
})
