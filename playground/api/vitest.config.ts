import { createHash } from 'node:crypto'
import { fw } from '@fw/cli/vitest'
import { defineConfig } from 'vitest/config'

const digest = (key: string) => createHash('sha256').update(key).digest('hex')

// The keys and the secret of the tests.
const API_KEYS = JSON.stringify([
  { name: 'desk', sha256: digest('desk-key'), scopes: ['invoices:read', 'invoices:write'] },
  { name: 'reports', sha256: digest('reports-key'), scopes: ['invoices:read'] },
  { name: 'loop', sha256: digest('loop-key'), scopes: [] },
])

export default defineConfig({
  plugins: [fw()],
  test: { env: { API_KEYS, WEBHOOK_SECRET: 'a secret of the tests' } },
})
