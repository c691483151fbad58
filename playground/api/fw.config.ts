import { defineConfig } from '@fw/runtime'

export default defineConfig({
  title: 'Invoices',
  description: 'Invoices and their payments, for programs and for agents.',
  // An agent's call is approved or rejected with the key that it was made with.
  approvals: 'signed-in',
  access: 'required',
})
