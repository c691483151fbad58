import { defineConfig } from '@fw/runtime'

export default defineConfig({ title: 'Depot', description: 'Parts, and the people who need them.' })
