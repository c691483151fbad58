import { defineConfig } from '@fw/runtime'

export default defineConfig({ title: 'Slow', drainMs: 1_500, drainDelayMs: 600 })
