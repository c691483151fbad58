import { defineConfig } from '@fw/runtime'
import { SITE_NAME, SITE_URL } from './src/site.ts'

export default defineConfig({
  siteUrl: SITE_URL,
  title: SITE_NAME,
  description: 'Short articles about writing and setting text for the web.',
  favicon: '/favicon.svg',
  fonts: [{ family: 'Lora', weights: [400, 600], styles: ['normal', 'italic'], subsets: ['latin'] }],
  llmsTxt: {},
  csp: true,
  access: 'required',
})
