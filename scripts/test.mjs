// `npm test`: builds the packages, then runs lint, type check, the search for unused exports and conformance in parallel
// with all tests except for the slow end-to-end ones. `npm run e2e`: builds the packages and runs the slow end-to-end tests (`*.e2e.test.ts`). With
// names (`npm test -- tests/structure`) both run the matching test files without the checks. The last line is `N passed, N
// failed`; each step counts as one.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findHeadlessShell, requireChromium } from './chromium.mjs'
import { packageCommand } from './programs.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
// By its own path: three versions of TypeScript are installed, and `.bin/tsc` could be any of them.
const tsc = join(root, 'node_modules/@typescript/native/bin/tsc')
const isE2e = process.argv[2] === '--e2e'
const filters = process.argv.slice(isE2e ? 3 : 2)
/** Projects of vitest.config.ts. A named file runs regardless of its project. */
const projects = filters.length > 0 ? [] : [`--project=${isE2e ? '' : '!'}e2e*`]
const env = { ...process.env }
// One more than there are processors: a worker waits for another process, or for time to pass, for a third of its time.
// Not set in vitest.config.ts, whose projects would override `--maxWorkers` when only a few files run.
const WORKERS = Math.min(availableParallelism() + 1, 8)
const total = { passed: 0, failed: 0 }
/** The steps and tests that failed, printed again at the end: `.ci/run` prints more lines between than some logs keep. */
const failures = []

/**
 * Failed files up to this number run again from the beginning, alone, and are named if they pass: a browser, another
 * process or a socket can be late while the machine is busy. More files don't fail by chance.
 */
const MAX_SECOND_FILES = 4
const NO_TESTS = { passed: 0, failed: 0, files: [], titles: [] }

if (filters.length === 0 || filters.some((filter) => filter.includes('browser'))) {
  await step('chromium', async () => {
    env.CHROMIUM_PATH = requireChromium()
    const shell = isE2e ? undefined : findHeadlessShell()
    if (shell !== undefined) env.CHROMIUM_SHELL_PATH = shell
    return [env.CHROMIUM_PATH, shell].filter(Boolean).join('\n')
  })
}
if (total.failed === 0) await step('build', () => run(process.execPath, ['scripts/build-packages.mjs']))
if (total.failed === 0) await Promise.all([filters.length === 0 && !isE2e && runChecks(), runVitest()])
for (const name of failures) console.log(`failed: ${name}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1

/** One after another: the tests keep the processors busy. */
async function runChecks() {
  await step('lint', () => runPackage('@biomejs/biome', 'biome', ['check', '.']))
  await step('typecheck', () => run(process.execPath, [tsc, '-p', 'tsconfig.json']))
  await step('unused exports', () => runPackage('knip', 'knip', ['--include', 'files,exports,types']))
  await step('conformance', () => run(process.execPath, ['scripts/conformance.mjs']))
}

/** Prints the output of `work` when it has ended, since the tests print at the same time. */
async function step(name, work) {
  const start = performance.now()
  const seconds = () => `${((performance.now() - start) / 1000).toFixed(1)} s`
  try {
    const printed = await work()
    total.passed += 1
    console.log(`\n> ${name}\n${printed.trimEnd()}\n  ${name}: ${seconds()}`)
  } catch (error) {
    total.failed += 1
    failures.push(name)
    console.log(`\n> ${name}\n  ${name} failed: ${error.message}`)
  }
}

/** Runs the program of an installed package. */
function runPackage(name, bin, args) {
  const [command, program] = packageCommand(name, bin)
  return run(command, [program, ...args])
}

/** Returns the output of the command. Rejects with it if the command fails. */
async function run(command, args, cwd = root) {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const output of [child.stdout, child.stderr])
    output.setEncoding('utf8').on('data', (text) => {
      printed += text
    })
  const { status, reason } = await ended(child)
  if (status !== 0) throw new Error(`${reason}\n${printed.trimEnd()}`)
  return printed
}

function ended(child) {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ status: null, reason: error.message }))
    child.once('close', (status, signal) => resolve({ status, reason: `exit ${status ?? signal}` }))
  })
}

async function runVitest() {
  const first = await vitest(filters, WORKERS)
  const isChance = first.files.length > 0 && first.files.length <= MAX_SECOND_FILES
  const second = isChance ? await vitest(first.files, 1) : undefined
  // A crash or an unhandled error fails the run without a failed test.
  const isCrash = first.status !== 0 && first.files.length === 0
  total.passed += first.passed
  if (second?.status === 0) {
    total.passed += first.failed
    console.log(['Passed when they ran alone, so fix them:', ...first.titles].join('\n  '))
    return
  }
  total.failed += first.failed + Number(isCrash)
  failures.push(...first.titles, ...(isCrash ? [`vitest ended with ${first.status}`] : []))
}

/** Runs the tests in matching files. `files`: the files with a failed test, relative to the root; `titles`: its tests. */
async function vitest(names, workers) {
  const folder = mkdtempSync(join(tmpdir(), 'fw-test-'))
  const file = join(folder, 'results.json')
  console.log('\n> vitest')
  const reporters = ['default', 'json', './tests/second-tries.ts'].map((name) => `--reporter=${name}`)
  const args = ['run', `--maxWorkers=${workers}`, ...projects, ...names, ...reporters, `--outputFile.json=${file}`]
  const [node, vitest] = packageCommand('vitest')
  const { status } = await ended(
    spawn(node, [vitest, ...args], { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] }),
  )
  const counted = existsSync(file) ? countTests(JSON.parse(readFileSync(file, 'utf8'))) : NO_TESTS
  rmSync(folder, { recursive: true })
  return { status, ...counted }
}

/** A file that couldn't be loaded counts as one failed test. */
function countTests({ numPassedTests, numFailedTests, testResults }) {
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((one) => one.status !== 'failed'),
  )
  const files = testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(root, name))
  const titles = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${relative(root, name)} > ${fullName}`),
  )
  const brokenFiles = broken.map(({ name }) => relative(root, name))
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    files,
    titles: [...titles, ...brokenFiles],
  }
}
