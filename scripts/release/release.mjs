// `npm run release`: publishes the packages in the version that they have. `npm run release -- --dry-run` publishes the same
// tarballs to a registry on this machine; with `--serve`, this registry runs until Ctrl-C.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { packPackages } from '../packages/pack.mjs'
import { isBuilt } from '../packages/source-stamp.mjs'
import { npmCommand } from '../programs.mjs'
import { findProblems, findRepository } from './check-release.mjs'
import { startVerdaccio } from './verdaccio.mjs'

const ROOT = resolve(fileURLToPath(new URL('../..', import.meta.url)))

/** npm runs in a folder of its own: it reads the `.npmrc` of its folder, and everyone can write to the shared temporary folder. */
const EMPTY = mkdtempSync(join(tmpdir(), 'fw-release-'))
process.on('exit', () => rmSync(EMPTY, { recursive: true, force: true }))

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' }, serve: { type: 'boolean' } } })
const isDry = values['dry-run'] ?? false

try {
  await release()
} catch (error) {
  console.error(`Failed: ${error.message}`)
  process.exitCode = 1
}

async function release() {
  const repository = findRepository(ROOT, process.env)
  const problems = findProblems(ROOT, repository)
  if (!isDry && problems.length > 0) throw new Error(['The packages cannot be published:', ...problems].join('\n- '))
  for (const problem of problems) console.log(`A release would fail: ${problem}`)
  if (!isBuilt()) build()
  const packed = packPackages(undefined, { repository })
  if (isDry) return publishToLocal(packed)
  for (const one of packed) await publish(one, [])
  execFileSync('git', ['tag', `v${packed[0].version}`], { cwd: ROOT })
  console.log(`Published ${packed.length} packages. Next: git push origin v${packed[0].version}`)
}

/** Publishes to a new registry, which has the other packages of the configured one. */
async function publishToLocal(packed) {
  const folder = mkdtempSync(join(tmpdir(), 'fw-registry-'))
  const upstream = (await runNpm(['config', 'get', 'registry'])).trim()
  const registry = await startVerdaccio({ folder, upstream })
  try {
    const userconfig = join(folder, 'npmrc')
    // npm only publishes with a token. This registry accepts any.
    writeFileSync(userconfig, `registry=${registry.url}/\n//${new URL(registry.url).host}/:_authToken=local\n`)
    const flags = [`--registry=${registry.url}`, `--userconfig=${userconfig}`, '--provenance=false']
    for (const one of packed) await publish(one, flags)
    console.log(`Published ${packed.length} packages to ${registry.url}, a registry on this machine.`)
    if (values.serve) await serve(registry.url)
  } finally {
    await registry.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Publishes a tarball, unless an interrupted release has published it. Throws if the registry has another one. */
async function publish({ name, version, tarball }, flags) {
  const published = await readIntegrity(name, version, flags)
  if (published === getIntegrity(tarball)) return console.log(`${name}@${version} is published already.`)
  if (published !== '') throw new Error(`The registry has another ${name}@${version}. Find out who has published it.`)
  const tag = version.includes('-') ? ['--tag=next'] : []
  await runNpm(['publish', tarball, '--loglevel=error', ...tag, ...flags])
  console.log(`Published ${name}@${version}`)
}

/** Returns the hash of the published tarball; empty if there is none. Throws if the registry can't be queried. */
async function readIntegrity(name, version, flags) {
  try {
    return (await runNpm(['view', `${name}@${version}`, 'dist.integrity', ...flags])).trim()
  } catch (error) {
    if (error.message.includes('E404')) return ''
    throw error
  }
}

function getIntegrity(tarball) {
  return `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`
}

function serve(url) {
  console.log(`To use it in another terminal: export npm_config_registry=${url}\nPress Ctrl-C to stop.`)
  return new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, done)
  })
}

function build() {
  const { status } = spawnSync(process.execPath, ['scripts/build-packages.mjs'], { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) throw new Error('The build failed.')
}

/** Returns the output. Asynchronous, because the registry of a dry run is in this process. */
function runNpm(args) {
  // With `npm --silent run release`, npm would also inherit the level, and print no code of its errors.
  const env = { ...process.env, npm_config_loglevel: 'error' }
  const [npm, ...first] = npmCommand()
  const child = spawn(npm, [...first, ...args], { cwd: EMPTY, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let [output, errors] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (errors += text))
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', (code) => {
      if (code === 0) done(output)
      else fail(new Error(`"npm ${args.join(' ')}" ended with ${code}:\n${errors}${output}`))
    })
  })
}
