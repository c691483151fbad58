// @file fw.config.ts
import { defineConfig } from '@fw/runtime'

export default defineConfig({ title: 'Wins' })
// @file package.json
{ "name": "two" }
