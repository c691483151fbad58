import { defineConfig } from 'vitest/config'

// Sources are tested through the `fw-source` condition; child processes (CLI, servers) run the built packages.
// Never `threads`: @swc/core crashes when it is first loaded in a worker thread.
export default defineConfig({
  resolve: { conditions: ['fw-source', 'node', 'import', 'module', 'default'] },
  ssr: { resolve: { conditions: ['fw-source', 'node', 'import', 'module', 'default'] } },
  test: {
    pool: 'forks',
    maxWorkers: 2,
    include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
    exclude: ['**/node_modules/**', 'tests/bench/**', 'tests/soak/**', 'tests/build-errors/apps/**'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
})
