import { defineConfig } from '@fw/runtime'

export default defineConfig({
  siteUrl: 'https://roastery.example',
  favicon: '/favicon.svg',
  csp: true,
})
