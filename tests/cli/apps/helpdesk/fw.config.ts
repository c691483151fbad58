import { defineConfig } from '@fw/runtime'

export default defineConfig({ title: 'Help', mcpAuth: { token: 'do-not-print-1' } })
