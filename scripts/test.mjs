// `npm test`: everything that must hold, in the order in which it fails fastest. `npm test -- tests/house` builds the
// packages and runs only the test files named. The last line is `N passed, N failed`; each step counts as one.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { requireChromium } from './chromium.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = (name) => join(root, 'node_modules', '.bin', name)
// By its own path: three versions of TypeScript are installed, and `.bin/tsc` is any of them.
const tsc = join(root, 'node_modules/@typescript/native/bin/tsc')
const filters = process.argv.slice(2)
const env = { ...process.env }
const total = { passed: 0, failed: 0 }

if (filters.length === 0 || filters.some((filter) => filter.includes('browser'))) {
  step('chromium', () => {
    env.CHROMIUM_PATH = requireChromium()
    console.log(env.CHROMIUM_PATH)
  })
}
if (total.failed === 0) step('build', () => run(process.execPath, ['scripts/build-packages.mjs']))
const ready = total.failed === 0
if (ready && filters.length === 0) {
  step('lint', () => run(bin('biome'), ['check', '.']))
  step('typecheck', () => run(process.execPath, [tsc, '-p', 'tsconfig.json']))
  for (const app of exampleApps()) {
    // The build writes the types that the app is checked against.
    step(`fw build ${app}`, () => run(process.execPath, [join(root, 'cli/bin/fw.js'), 'build'], join(root, app)))
    step(`typecheck ${app}`, () => run(process.execPath, [tsc, '-p', app]))
  }
}
if (ready) runVitest()
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1

function step(name, work) {
  const start = performance.now()
  console.log(`\n> ${name}`)
  try {
    work()
    total.passed += 1
    console.log(`  ${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
  } catch (error) {
    total.failed += 1
    console.log(`  ${name} failed: ${error.message}`)
  }
}

function run(command, args, cwd = root) {
  const { status, signal, error } = spawnSync(command, args, {
    cwd,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) throw new Error(error?.message ?? `exit ${status ?? signal}`)
}

function exampleApps() {
  return readdirSync(join(root, 'playground'))
    .map((name) => `playground/${name}`)
    .filter((app) => existsSync(join(root, app, 'tsconfig.json')))
}

function runVitest() {
  const folder = mkdtempSync(join(tmpdir(), 'fw-test-'))
  const file = join(folder, 'results.json')
  console.log('\n> vitest')
  const args = ['run', ...filters, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { status } = spawnSync(bin('vitest'), args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
  const { passed, failed } = existsSync(file)
    ? countTests(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failed: 0 }
  rmSync(folder, { recursive: true })
  total.passed += passed
  // A crash or an unhandled error fails the run without a failed test.
  total.failed += status === 0 ? failed : Math.max(failed, 1)
}

/** A file that could not be loaded counts as one failed test. */
function countTests({ numPassedTests, numFailedTests, testResults }) {
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((one) => one.status !== 'failed'),
  )
  return { passed: numPassedTests, failed: numFailedTests + broken.length }
}
