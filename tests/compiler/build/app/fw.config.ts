import { defineConfig } from '@fw/runtime'

export default defineConfig({ title: 'Fixture', favicon: '/icon.svg', data: 'memory', keepAssets: 0 })
