import { defineConfig } from '@fw/runtime'

export default defineConfig({
  siteUrl: 'https://roastery.example',
  favicon: '/favicon.svg',
  // No csp: a CDN must not store a page with a nonce.
})
