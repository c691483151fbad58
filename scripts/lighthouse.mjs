// `npm run lighthouse [-- --runs 3 --only blog]`, on built packages: the shop's product page, the blog, the home page of
// the example in three languages, the starter, and public pages of the templates, with `fw start` and Lighthouse's mobile settings.
// Exits with 1 if a median is below 100.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { requireChromium } from './chromium.mjs'
import { openSources } from './load-source.mjs'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, only: { type: 'string' } },
})
const runs = Number(values.runs)
const { load, close } = await openSources()
const module = await load('./tests/lighthouse/run.ts')
const sites = Object.keys(module.SITES)
const wrong =
  !Number.isInteger(runs) || runs < 1
    ? `--runs must be a positive integer, not ${values.runs}.`
    : values.only !== undefined && !sites.includes(values.only) && `--only must be ${sites.join(' or ')}.`
if (wrong) {
  console.error(wrong)
  process.exit(1)
}
process.env.CHROMIUM_PATH = requireChromium()
const { status } = spawnSync(process.execPath, ['scripts/build-packages.mjs'], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
const isPerfect = await module.runLighthouse({ runs, only: values.only }, console.log)
console.log(isPerfect ? '\nEvery median is 100.' : '\nNot every median is 100.')
process.exitCode = isPerfect ? 0 : 1
await close()
