import { fw } from '@fw/cli/vitest'
import { defineConfig } from 'vitest/config'

export default defineConfig({ plugins: [fw()] })
