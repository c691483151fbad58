import { defineConfig } from '@fw/runtime'

export default defineConfig({
  title: 'Invoices',
  description: 'Invoices and their payments, for programs and for agents.',
  // An agent's call is approved or rejected with the key that it was made with.
  approvals: 'signed-in',
  access: 'required',
  // Everyone may read which functions exist, and which scopes they need; src/ctx.ts reads the key as a bearer token.
  openapi: { operations: 'all', bearer: true },
})
