import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vitest/config'
import { SlowestFirst } from './tests/slowest-first.ts'

/** Files that keep to themselves what they change: those of a worker share its modules, which halves their time. */
const SHARING = [
  'tests/codemods/**/*.test.ts',
  'tests/compiler/*.test.ts',
  'tests/compiler/{corpus,diagnostic,emit,engine,report,jsx,pattern,program,rules,schema,validate}/**/*.test.ts',
  'tests/compiler/analyze/**/!(stored-results).test.ts',
  'tests/structure/*.test.ts',
  'tests/http/**/*.test.ts',
  // `taint` loads the modules of a page anew for each test; a second copy of them would break what comes after it.
  // `provider-failures` collects garbage all the time, which takes long beside the modules of other files.
  // `live-reads` sends the calls of all stubs from then on.
  'tests/runtime/**/!(taint|provider-failures|live-reads).test.{ts,tsx}',
]
/** Another process answers here when it likes to: a browser, the command line, a server that rebuilds. */
const BROWSER = ['tests/browser/**/*.test.ts']
const PROCESSES = ['tests/cli/**/*.test.ts', 'tests/compiler/{build,dev}/**/*.test.ts']
/** Slow end-to-end parts: `npm run e2e`. Those in a browser share it. */
const E2E = ['tests/**/*.e2e.test.ts']
const E2E_BROWSER = ['tests/browser/**/*.e2e.test.ts']
const NO_TESTS = ['**/node_modules/**', 'tests/bench/**', 'tests/soak/**', 'tests/build-errors/apps/**']
const NOT_FAST = [...NO_TESTS, ...E2E]
const APART_NOT = [...NOT_FAST, ...SHARING, ...BROWSER, ...PROCESSES]

/** Files that decide where imports lead and how TSX is compiled. */
const RESOLUTION = ['.', 'runtime', 'compiler', 'cli', 'cli/create', 'codemods'].flatMap((folder) => [
  `${folder}/package.json`,
  `${folder}/tsconfig.json`,
])

/**
 * Adds these files to the keys of compiled modules, which Vitest stores in node_modules for later runs. Its own keys have
 * the content of the module and its configuration, and another lock file clears the cache.
 */
const moduleKeys: Plugin = {
  name: 'module-keys',
  configureVitest({ experimental_defineCacheKeyGenerator: addToKey }) {
    const key = createHash('sha256')
    for (const file of [...RESOLUTION, 'tsconfig.base.json'])
      key.update(readFileSync(new URL(file, import.meta.url))).update('\0')
    const digest = key.digest('hex')
    addToKey(() => digest)
  },
}

// Sources are tested through the `fw-source` condition; child processes (CLI, servers) run the built packages.
// No condition `module`: vitest hands conditions on to Node, and packages keep files under it that Node cannot load.
// Never `threads`: @swc/core crashes when it is first loaded in a worker thread.
export default defineConfig({
  resolve: { conditions: ['fw-source', 'node', 'import', 'default'] },
  ssr: { resolve: { conditions: ['fw-source', 'node', 'import', 'default'] } },
  plugins: [moduleKeys],
  test: {
    experimental: { fsModuleCache: true },
    pool: 'forks',
    sequence: { sequencer: SlowestFirst },
    // Absolute: an example that is tested where it is finds this file, too.
    globalSetup: [fileURLToPath(new URL('tests/temporary-files.ts', import.meta.url))],
    testTimeout: 60_000,
    // What a busy machine did not do in time is tried once more and named at the end; a wrong value fails at once,
    // except where it may have been read a moment too early, from another process.
    retry: { count: 1, condition: /timeout|timed out/i },
    hookTimeout: 120_000,
    // Browsers and child processes on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      { extends: true, test: { name: 'apart', include: ['tests/**/*.test.{ts,tsx}'], exclude: APART_NOT } },
      { extends: true, test: { name: 'sharing', isolate: false, include: SHARING, exclude: NOT_FAST } },
      { extends: true, test: { name: 'browser', isolate: false, include: BROWSER, exclude: NOT_FAST, retry: 1 } },
      { extends: true, test: { name: 'processes', isolate: false, include: PROCESSES, exclude: NOT_FAST, retry: 1 } },
      { extends: true, test: { name: 'e2e', include: E2E, exclude: [...NO_TESTS, ...BROWSER], retry: 1 } },
      {
        extends: true,
        test: { name: 'e2e-browser', isolate: false, include: E2E_BROWSER, exclude: NO_TESTS, retry: 1 },
      },
    ],
  },
})
