// `npm run bench [-- --rounds 3 --seconds 5 --connections 64]`: row A beside its floor, on built packages.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { runnerImport } from 'vite'

const number = (fallback) => ({ type: 'string', default: String(fallback) })
const { values } = parseArgs({ options: { rounds: number(3), seconds: number(5), connections: number(64) } })
const options = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]))

const { status } = spawnSync(process.execPath, ['scripts/build-packages.mjs'], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
const { runBench } = (await runnerImport('./tests/bench/run.ts')).module
await runBench(options, console.log)
