import { fw } from '@fw/cli/vitest'
import { defineConfig } from 'vitest/config'

// In memory, so that each run begins without data.
export default defineConfig({ plugins: [fw()], test: { env: { DATABASE: ':memory:' } } })
