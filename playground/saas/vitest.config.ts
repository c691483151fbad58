import { fw } from '@fw/cli/vitest'
import { defineConfig } from 'vitest/config'

// Each test file has its own database in memory.
export default defineConfig({
  plugins: [fw()],
  test: {
    globalSetup: 'tests/oidc-provider.ts',
    env: {
      DATABASE_URL: ':memory:',
      APP_URL: 'http://localhost',
      ADMIN_EMAILS: 'operator@mail.example',
      BILLING_WEBHOOK_SECRET: 'a secret of the tests',
    },
  },
})
