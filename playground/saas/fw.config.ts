import { defineConfig } from '@fw/runtime'

export default defineConfig({
  title: 'Cadence',
  description: 'Projects and tasks for small teams, and for the agents that work for them.',
  siteUrl: process.env.APP_URL,
  favicon: '/favicon.svg',
  llmsTxt: { description: 'Projects and tasks of a team. Agents call tools with the rights of a signed-in member.' },
  csp: { header: "frame-ancestors 'none'" },
  // A member approves the calls that an agent made with the member's session.
  approvals: 'signed-in',
  access: 'required',
})
