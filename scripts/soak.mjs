// `npm run soak`: minutes of memory and kill -9 on built packages. Ends with 1 when something was lost or ran twice.
import { spawnSync } from 'node:child_process'
import { runnerImport } from 'vite'

const { status } = spawnSync(process.execPath, ['scripts/build-packages.mjs'], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
const { runSoak } = (await runnerImport('./tests/soak/run.ts')).module
const problems = await runSoak(console.log)
for (const problem of problems) console.error(problem)
console.log(problems.length === 0 ? 'soak: held' : `soak: ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
