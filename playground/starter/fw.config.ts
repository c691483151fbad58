import { defineConfig } from '@fw/runtime'

export default defineConfig({
  title: 'Notes',
  description: 'A few notes, for people and for agents.',
  favicon: '/favicon.svg',
  llmsTxt: {},
  csp: true,
  // Every visitor of /_fw/proposals may approve. If people sign in (src/session.ts), write 'signed-in'.
  approvals: 'open',
  access: 'required',
})
