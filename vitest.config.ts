import { defineConfig } from 'vitest/config'

// Sources are tested through the `fw-source` condition; child processes (CLI, servers) run the built packages.
// No condition `module`: vitest hands conditions on to Node, and packages keep files under it that Node cannot load.
// Never `threads`: @swc/core crashes when it is first loaded in a worker thread.
export default defineConfig({
  resolve: { conditions: ['fw-source', 'node', 'import', 'default'] },
  ssr: { resolve: { conditions: ['fw-source', 'node', 'import', 'default'] } },
  test: {
    pool: 'forks',
    maxWorkers: 2,
    include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
    exclude: ['**/node_modules/**', 'tests/bench/**', 'tests/soak/**', 'tests/build-errors/apps/**'],
    globalSetup: ['tests/temporary-files.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Browsers and child processes on a busy machine.
    expect: { poll: { timeout: 15_000 } },
  },
})
