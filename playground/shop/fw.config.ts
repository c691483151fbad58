import { defineConfig } from '@fw/runtime'
import { SITE_URL } from './src/site.ts'

export default defineConfig({
  title: 'Halden',
  description: 'Well-made things for the kitchen, the desk, the garden and the hills.',
  lang: 'en',
  siteUrl: SITE_URL,
  llmsTxt: { description: 'A shop for people and their agents: search, carts, and orders that a person approves.' },
  favicon: '/favicon.svg',
})
