import { defineConfig } from '@fw/runtime'

export default defineConfig({ title: 'Tally', approvals: 'open' })
