import { defineConfig } from '@fw/runtime'

export default defineConfig({
  title: 'Support desk',
  description: 'Write to us. A person reads each reply before you do.',
  favicon: '/favicon.svg',
  // Links in notifications, and in the replies of channels, begin with it.
  siteUrl: process.env.SITE_URL,
  csp: true,
  // A colleague may be in a meeting: a call of the agent waits for a day.
  proposalTtlMs: 24 * 60 * 60_000,
  access: 'required',
})
