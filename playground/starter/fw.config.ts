import { defineConfig } from '@fw/runtime'

export default defineConfig({
  title: 'Notes',
  description: 'A few notes, for people and for agents.',
  favicon: '/favicon.svg',
  llmsTxt: {},
  csp: true,
  // Whoever opens /_fw/proposals may say yes. When people sign in (src/session.ts), write 'signed-in'.
  approvals: 'open',
})
