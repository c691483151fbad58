// `npm run hostile [-- bun|redis|postgres|tls|bun-redis|bun-tls] [-- <files>]`: runs the tests of `tests/http` in the setups that
// `npm test` doesn't cover: on Bun, with Redis or Postgres as the store, and behind a proxy that terminates TLS. The last line is `N
// passed, N failed`.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const folder = mkdtempSync(join(tmpdir(), 'fw-hostile-'))
/** Files whose tests run over each transport. */
const overTransports = readdirSync(join(root, 'tests/http'), { recursive: true })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `tests/http/${name}`)
  .filter((file) => readFileSync(join(root, file), 'utf8').includes('describeTransports('))

/** These files need a client that works like Node's; Bun's `fetch`, WebSocket and module loader differ. */
const NOT_ON_BUN = new Set(
  ['agent/agent-stream', 'requests/fuzz', 'protocols/websocket'].map((name) => `tests/http/${name}.test.ts`),
)

const onNode = (env) => ({ program: [process.execPath], files: overTransports, env })
const onBun = (env) => ({
  program: [findBun(), '--bun'],
  files: overTransports.filter((file) => !NOT_ON_BUN.has(file)),
  env,
})
const withRedis = () => ({ FW_TRANSPORT: 'redis' })
const withTls = () => ({ FW_TRANSPORT: 'tls', NODE_EXTRA_CA_CERTS: createCertificate() })

const SETUPS = {
  bun: () => onBun({}),
  redis: () => onNode(withRedis()),
  postgres: () => onNode({ FW_TRANSPORT: 'postgres' }),
  tls: () => onNode(withTls()),
  'bun-redis': () => onBun(withRedis()),
  'bun-tls': () => onBun(withTls()),
}

const words = process.argv.slice(2)
const chosen = words.filter((word) => Object.hasOwn(SETUPS, word))
const named = words.filter((word) => !Object.hasOwn(SETUPS, word))
let [passed, failed] = [0, 0]
try {
  if (spawnSync(process.execPath, ['scripts/build-packages.mjs'], { cwd: root, stdio: 'inherit' }).status !== 0)
    throw new Error('The packages could not be built.')
  for (const name of chosen.length === 0 ? Object.keys(SETUPS) : chosen) {
    console.log(`\n> ${name}`)
    const result = await runSetup(name, SETUPS[name]())
    passed += result.passed
    failed += result.failed
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1

async function runSetup(name, { program, files, env }) {
  const report = join(folder, `${name}.json`)
  const [command, ...flags] = program
  const args = [...flags, vitest, 'run', ...(named.length === 0 ? files : named)]
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const child = spawn(command, [...args, ...reporters], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
  const status = await new Promise((resolve) => child.once('close', resolve))
  const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(report, 'utf8'))
  const failures = numFailedTests === 0 && status !== 0 ? Math.max(1, numFailedTestSuites) : numFailedTests
  return { passed: numPassedTests, failed: failures }
}

/** Returns the Bun of this platform: the `bun` package itself would have to run its install script first. */
function findBun() {
  const { platform, arch } = process
  const name = `@oven/bun-${platform === 'win32' ? 'windows' : platform}-${arch === 'arm64' ? 'aarch64' : arch}`
  const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`)
  return join(dirname(manifest), platform === 'win32' ? 'bin/bun.exe' : 'bin/bun')
}

/** Returns a file with the key and the certificate of `localhost`. */
function createCertificate() {
  const pem = join(folder, 'localhost.pem')
  const key = join(folder, 'key.pem')
  const certificate = join(folder, 'certificate.pem')
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const algorithm = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const args = ['req', '-x509', ...algorithm, ...subject, '-keyout', key, '-out', certificate]
  const { status, error, stderr } = spawnSync('openssl', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`openssl created no certificate: ${error?.message ?? stderr}`)
  const text = readFileSync(key, 'utf8') + readFileSync(certificate, 'utf8')
  writeFileSync(pem, text)
  return pem
}
