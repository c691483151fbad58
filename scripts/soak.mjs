// `npm run soak [-- --only <part> [--minutes 10] [--seed n]]`: minutes of memory, kill -9, random page requests,
// messages, types, components and fixes on built packages; tests/soak/run.ts defines the parts. Exits with 1 if something
// was lost, ran twice, or two checkers disagreed.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { openSources } from './load-source.mjs'

const { values: flags } = parseArgs({
  options: { only: { type: 'string' }, minutes: { type: 'string', default: '2' }, seed: { type: 'string' } },
})
const { status } = spawnSync(process.execPath, ['scripts/build-packages.mjs'], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
const { load, close } = await openSources()
const { runSoak } = await load('./tests/soak/run.ts')
const problems = await runSoak(console.log, {
  only: flags.only,
  minutes: Number(flags.minutes),
  seed: flags.seed === undefined ? Date.now() : Number(flags.seed),
})
await close()
for (const problem of problems) console.error(problem)
console.log(problems.length === 0 ? 'soak: held' : `soak: ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
