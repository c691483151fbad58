import { defineConfig, type FwConfig } from '@fw/runtime'

/** DATA: the store that all processes share. DRAIN_DELAY_MS: time for the proxy to notice that a process stops. */
export default defineConfig({
  title: 'Desk',
  data: (process.env.DATA ?? 'memory') as FwConfig['data'],
  siteUrl: process.env.SITE_URL ?? 'http://127.0.0.1',
  trustProxy: true,
  drainDelayMs: Number(process.env.DRAIN_DELAY_MS ?? 0),
})
