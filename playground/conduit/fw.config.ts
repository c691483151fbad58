import { defineConfig } from '@fw/runtime'

export default defineConfig({ title: 'Conduit', favicon: '/favicon.svg', approvals: 'signed-in' })
