/**
 * Tests of guards, origins and identities, with the runtime as an app bundles it. Elsewhere they run its sources, in which no
 * module can be missing.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { expect, onTestFinished, test } from 'vitest'
import { REPOSITORY } from '../structure/source-tree.ts'

/** Files of `tests/http` that read no sources and compile no pages. */
const FILES = [
  'agent/channels/channels',
  'audit',
  'ctx',
  'dispatch',
  'effects',
  'form-origins',
  'hook-origins',
  'late-work',
  'origin',
  'pages/cache-leaks',
  'proposals/guards',
  'proposals/nested-approvals',
  'proposals/proposal-approval',
  'proposals/proposal-owners',
  'proposals/settle',
  'proposals/tainted-approvals',
  'protocols/mcp-approvals',
  'refusals',
  'security-rules',
  'shared-work',
  'sink-origins',
]

/** Fewer mean that files no longer declare their tests. */
const MIN_TESTS = 400

/** Milliseconds on a busy machine. */
const PATIENCE = 300_000

const CONFIG = `const conditions = ['node', 'import', 'default']
export default {
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { include: ['*.test.mjs'], isolate: false, pool: 'forks', testTimeout: 60_000 },
}
`

test('guards, origins and identities are the same in a bundle', { timeout: PATIENCE }, async () => {
  const scratch = join(REPOSITORY, 'runtime/.fw')
  mkdirSync(scratch, { recursive: true })
  // In the package, so that Node finds its dependencies.
  const folder = mkdtempSync(join(scratch, 'bundled-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await bundleTests(folder)
  writeFileSync(join(folder, 'vitest.config.mjs'), CONFIG)
  const { numPassedTests, numTotalTestSuites, testResults } = await runTests(folder)
  const failed = testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message === '' ? [] : [`${name}: ${message}`]),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0]}`),
  ])
  expect(failed).toEqual([])
  expect(testResults).toHaveLength(FILES.length)
  expect(numTotalTestSuites).toBeGreaterThan(FILES.length)
  expect(numPassedTests).toBeGreaterThan(MIN_TESTS)
})

/** Bundles the test files with the built runtime. Packages stay imports. */
async function bundleTests(folder: string): Promise<void> {
  const sources = join(REPOSITORY, 'runtime/src/')
  const input = Object.fromEntries(
    FILES.map((name) => [`${name.replaceAll('/', '-')}.test`, join(REPOSITORY, 'tests/http', `${name}.test.ts`)]),
  )
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: (id) => !/^[./#]/.test(id),
    tsconfig: false,
    plugins: [
      {
        name: 'built-runtime',
        resolveId(id, importer) {
          const file = importer === undefined || !id.startsWith('.') ? '' : join(importer, '..', id)
          if (!file.startsWith(sources)) return undefined
          return join(REPOSITORY, 'runtime/dist', file.slice(sources.length).replace(/\.tsx?$/, '.js'))
        },
      },
    ],
  })
  await bundle.write({ dir: folder, entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' })
  await bundle.close()
}

interface Report {
  readonly numPassedTests: number
  readonly numTotalTestSuites: number
  readonly testResults: readonly {
    readonly name: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

async function runTests(folder: string): Promise<Report> {
  const file = join(folder, 'report.json')
  const vitest = join(REPOSITORY, 'node_modules/vitest/vitest.mjs')
  const config = ['--config', join(folder, 'vitest.config.mjs'), '--root', folder]
  const { VITEST: _vitest, VITEST_POOL_ID: _pool, VITEST_WORKER_ID: _worker, NODE_ENV: _mode, ...env } = process.env
  const child = spawn(process.execPath, [vitest, 'run', ...config, '--reporter=json', `--outputFile=${file}`], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const code = await new Promise((done) => child.once('close', done))
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report // Vitest's format
  } catch (cause) {
    throw new Error(`Vitest ended with ${code} and without a report:\n${errors}`, { cause })
  }
}
