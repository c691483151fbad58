import { fw } from '@fw/cli/vitest'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [fw()],
  test: {
    env: {
      DATABASE: ':memory:',
      SESSION_SECRET: 'a secret of the tests, long enough to sign with',
      STAFF_EMAIL: 'first@desk.example',
      STAFF_PASSWORD: 'correct horse battery',
      SUPPORT_SECRET: 'the secret of the webhook in the tests',
      SLACK_SIGNING_SECRET: 'the signing secret of the tests',
    },
  },
})
