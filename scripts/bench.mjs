// `npm run bench [-- --rounds 3 --seconds 5 --connections 64 --peers --only <row>]`, on built packages. Rows: order,
// pages, start and files compared with their lower bound, cache compared with pages that render each time (order
// compared with other frameworks too), stores compared with their limits, validators compared with ajv, analysis
// compared with ts-json-schema-generator, dev and build of 1000 api modules, edit (fw dev) and page-builds (with peers
// compared with Astro), router with few routes and with many, static with few pages and with many, editor, islands in
// Chromium (with peers compared with Astro), mcp compared with the official SDK, agent: its streams, cli: the start-up
// time of commands.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { runnerImport } from 'vite'

const number = (fallback) => ({ type: 'string', default: String(fallback) })
const { values } = parseArgs({
  options: {
    rounds: number(3),
    seconds: number(5),
    connections: number(64),
    only: { type: 'string' },
    peers: { type: 'boolean', default: false },
  },
})
const { only, peers, ...numbers } = values
const options = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, Number(value)]))
const benches = {
  order: async () => (await runnerImport('./tests/bench/run.ts')).module.runBench({ ...options, peers }, console.log),
  pages: async () =>
    (await runnerImport('./tests/bench/page-row.ts')).module.runPageBench({ ...options, peers }, console.log),
  cache: async () => (await runnerImport('./tests/bench/cache-row.ts')).module.runCacheBench(options, console.log),
  start: async () => (await runnerImport('./tests/bench/start-row.ts')).module.runStartBench(options, console.log),
  validators: async () =>
    (await runnerImport('./tests/bench/validator-row.ts')).module.runValidatorBench(
      options,
      console.log,
      (path) => import(path),
    ),
  analysis: async () =>
    (await runnerImport('./tests/bench/analysis-row.ts')).module.runAnalysisBench(options, console.log),
  dev: async () => (await runnerImport('./tests/bench/dev-row.ts')).module.runDevBench(options, console.log),
  edit: async () =>
    (await runnerImport('./tests/bench/edit-row.ts')).module.runEditBench({ ...options, peers }, console.log),
  'page-builds': async () =>
    (await runnerImport('./tests/bench/page-build-row.ts')).module.runPageBuildBench(
      { ...options, peers },
      console.log,
    ),
  build: async () => (await runnerImport('./tests/bench/build-row.ts')).module.runBuildBench(options, console.log),
  router: async () => (await runnerImport('./tests/bench/router-row.ts')).module.runRouterBench(options, console.log),
  static: async () => (await runnerImport('./tests/bench/static-row.ts')).module.runStaticBench(options, console.log),
  editor: async () => (await runnerImport('./tests/bench/editor-row.ts')).module.runEditorBench(console.log),
  files: async () => (await runnerImport('./tests/bench/files-row.ts')).module.runFilesBench(options, console.log),
  islands: async () =>
    (await runnerImport('./tests/bench/islands-row.ts')).module.runIslandsBench({ peers }, console.log),
  agent: async () =>
    (await runnerImport('./tests/bench/agent-row.ts')).module.runAgentBench({ ...options, peers }, console.log),
  mcp: async () => (await runnerImport('./tests/bench/mcp-row.ts')).module.runMcpBench(options, console.log),
  cli: async () => (await runnerImport('./tests/bench/cli-row.ts')).module.runCliBench(options, console.log),
  stores: async () => (await runnerImport('./tests/bench/store-row.ts')).module.runStoreBench(options, console.log),
}
if (only !== undefined && !Object.hasOwn(benches, only)) {
  console.error(`--only must be ${Object.keys(benches).join(' or ')}.`)
  process.exit(1)
}

const { status } = spawnSync(process.execPath, ['scripts/build-packages.mjs'], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
for (const [name, bench] of Object.entries(benches)) if (only === undefined || only === name) await bench()
