import { defineConfig } from '@fw/runtime'

export default defineConfig({
  title: 'Glasshouse',
  description:
    'A control board for a small glasshouse, made of parts that sit in each other and wake up by themselves.',
  lang: 'en',
  favicon: '/favicon.svg',
  // Strict: no script and no style but those of the app.
  csp: { header: "default-src 'self'; style-src 'self' 'nonce-{nonce}'" },
})
