// `npm run bench [-- --rounds 3 --seconds 5 --connections 64 --peers --only <row>]`, on built packages. Rows: order,
// pages, start and files compared with their lower bound, cache compared with pages that render each time (order
// compared with other frameworks too), stores compared with their limits, validators compared with ajv, analysis
// compared with ts-json-schema-generator, dev and build of 1000 api modules, edit (fw dev) and page-builds (with peers
// compared with Astro), scale: costs by the number of routes and apis (`--sizes 100,1000`), router with few routes and
// with many, static with few pages and with many, editor, islands in Chromium (with peers compared with Astro), mcp
// compared with the official SDK, agent: its streams, cli: the start-up time of commands.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { openSources } from './load-source.mjs'

const number = (fallback) => ({ type: 'string', default: String(fallback) })
const { values } = parseArgs({
  options: {
    rounds: number(3),
    seconds: number(5),
    connections: number(64),
    sizes: { type: 'string', default: '100,1000,3000' },
    only: { type: 'string' },
    peers: { type: 'boolean', default: false },
  },
})
const { only, peers, sizes: sizeList, ...numbers } = values
const sizes = sizeList.split(',').map(Number)
const options = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, Number(value)]))
const { load, close } = await openSources()
const benches = {
  order: async () => (await load('./tests/bench/run.ts')).runBench({ ...options, peers }, console.log),
  pages: async () => (await load('./tests/bench/page-row.ts')).runPageBench({ ...options, peers }, console.log),
  cache: async () => (await load('./tests/bench/cache-row.ts')).runCacheBench(options, console.log),
  start: async () => (await load('./tests/bench/start-row.ts')).runStartBench(options, console.log),
  validators: async () =>
    (await load('./tests/bench/validator-row.ts')).runValidatorBench(options, console.log, (path) => import(path)),
  analysis: async () => (await load('./tests/bench/analysis-row.ts')).runAnalysisBench(options, console.log),
  dev: async () => (await load('./tests/bench/dev-row.ts')).runDevBench(options, console.log),
  edit: async () => (await load('./tests/bench/edit-row.ts')).runEditBench({ ...options, peers }, console.log),
  'page-builds': async () =>
    (await load('./tests/bench/page-build-row.ts')).runPageBuildBench({ ...options, peers }, console.log),
  build: async () => (await load('./tests/bench/build-row.ts')).runBuildBench(options, console.log),
  scale: async () => (await load('./tests/bench/scale-row.ts')).runScaleBench({ sizes }, console.log),
  router: async () => (await load('./tests/bench/router-row.ts')).runRouterBench(options, console.log),
  static: async () => (await load('./tests/bench/static-row.ts')).runStaticBench(options, console.log),
  editor: async () => (await load('./tests/bench/editor-row.ts')).runEditorBench(console.log),
  files: async () => (await load('./tests/bench/files-row.ts')).runFilesBench(options, console.log),
  islands: async () => (await load('./tests/bench/islands-row.ts')).runIslandsBench({ peers }, console.log),
  agent: async () => (await load('./tests/bench/agent-row.ts')).runAgentBench({ ...options, peers }, console.log),
  mcp: async () => (await load('./tests/bench/mcp-row.ts')).runMcpBench(options, console.log),
  cli: async () => (await load('./tests/bench/cli-row.ts')).runCliBench(options, console.log),
  stores: async () => (await load('./tests/bench/store-row.ts')).runStoreBench(options, console.log),
}
if (only !== undefined && !Object.hasOwn(benches, only)) {
  console.error(`--only must be ${Object.keys(benches).join(' or ')}.`)
  process.exit(1)
}

if (!sizes.every((size) => Number.isInteger(size) && size > 0)) {
  console.error('--sizes must be whole numbers, such as 100,1000.')
  process.exit(1)
}

const { status } = spawnSync(process.execPath, ['scripts/build-packages.mjs'], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
for (const [name, bench] of Object.entries(benches)) if (only === undefined || only === name) await bench()
await close()
