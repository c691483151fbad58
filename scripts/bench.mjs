// `npm run bench [-- --rounds 10 --seconds 2 --connections 64 --sizes 100,1000,3000 --no-peers --only <row>]`, on built
// packages. Every row measures fw beside baselines and other frameworks; the table at the end has the medians and the best
// of all rounds beside the targets (tests/bench/targets.ts), and is written to `.bench/<row>.json`, or `.bench/all.json`.
// Packages of other frameworks are installed by the rows that need them. A row that fails doesn't stop the others.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { openSources } from './load-source.mjs'

const number = (fallback) => ({ type: 'string', default: String(fallback) })
const { values } = parseArgs({
  allowNegative: true,
  options: {
    rounds: number(10),
    seconds: number(2),
    connections: number(64),
    sizes: { type: 'string', default: '100,1000,3000' },
    only: { type: 'string' },
    peers: { type: 'boolean', default: true },
  },
})
const { only, peers, sizes: sizeList } = values
const sizes = sizeList.split(',').map(Number)
const [rounds, seconds, connections] = [values.rounds, values.seconds, values.connections].map(Number)
const { load, close } = await openSources()
const { ROWS } = await load('./tests/bench/rows.ts')
if (only !== undefined && !Object.hasOwn(ROWS, only)) fail(`--only must be ${Object.keys(ROWS).join(' or ')}.`)
if (!sizes.every(isCount)) fail('--sizes must be whole numbers, such as 100,1000.')
if (![rounds, seconds, connections].every(isCount)) fail('--rounds, --seconds and --connections must be whole numbers.')
if (process.platform !== 'linux') fail('The bench reads CPU time from /proc, so it needs Linux.')

const { status } = spawnSync(process.execPath, ['scripts/build-packages.mjs'], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
const options = { rounds, seconds, connections, sizes, peers, importFile: (path) => import(path) }
const results = []
const failed = []
for (const [name, measure] of Object.entries(ROWS)) {
  if (only !== undefined && only !== name) continue
  try {
    results.push(...(await measure(options, console.log)))
  } catch (error) {
    failed.push(name)
    console.error(`The row "${name}" failed.`, error)
  }
}
const { TARGETS } = await load('./tests/bench/targets.ts')
const targets = TARGETS.filter(({ row }) => only === undefined || only === row)
const { formatTable, toReport } = await load('./tests/bench/table.ts')
const { canPin } = await load('./tests/bench/rig/server-process.ts')
const file = `.bench/${only ?? 'all'}.json`
const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version, pinned: canPin() }
const report = {
  at: new Date().toISOString(),
  rounds,
  seconds,
  connections,
  machine,
  results: toReport(results, targets),
}
mkdirSync('.bench', { recursive: true })
writeFileSync(file, JSON.stringify(report, null, 2))
console.log(`\n${formatTable(results, targets).join('\n')}\n\nWritten to ${file}.`)
if (!canPin()) console.log('Servers were not pinned to a core (one core, or no taskset): compare with care.')
if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}.`)
await close()
// Not `process.exitCode`: Chromium keeps the process alive.
process.exit(failed.length > 0 ? 1 : 0)

function isCount(value) {
  return Number.isInteger(value) && value > 0
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
