import { defineConfig, type FwConfig } from '@fw/runtime'

export default defineConfig({
  title: 'Boards',
  description: 'Boards of cards that people, agents and schedules change together.',
  lang: 'en',
  // Shared by the processes that serve the boards: they learn of each other's changes by it.
  data: (process.env.DATA ?? 'sqlite:.fw/data/fw.db') as FwConfig['data'],
  favicon: '/favicon.svg',
  csp: { header: "default-src 'self'; style-src 'self' 'nonce-{nonce}'" },
})
