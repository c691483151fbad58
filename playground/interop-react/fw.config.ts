import { defineConfig } from '@fw/runtime'

export default defineConfig({
  title: 'Tasting room',
  description: 'Teas and what people say of them: pages of Solid with components of React in them.',
  lang: 'en',
  favicon: '/favicon.svg',
  csp: { header: "default-src 'self'; style-src 'self' 'nonce-{nonce}'" },
})
