import { defineConfig } from '@fw/runtime'

const data = process.env.CLOCK_DATA

export default defineConfig({ title: 'Clock', ...(data && { data }) })
