import { defineConfig, type FwConfig } from '@fw/runtime'

/** DATA: the store that all processes share. */
export default defineConfig({
  title: 'Desk',
  data: (process.env.DATA ?? 'memory') as FwConfig['data'],
  siteUrl: process.env.SITE_URL ?? 'http://127.0.0.1',
  trustProxy: true,
})
