import { defineConfig } from '@fw/runtime'

export default defineConfig({ title: 'Faulty', csp: true, data: 'memory' })
