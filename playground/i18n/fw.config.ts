import { defineConfig } from '@fw/runtime'

export default defineConfig({
  siteUrl: 'https://lanterns.example',
  favicon: '/favicon.svg',
  csp: true,
})
