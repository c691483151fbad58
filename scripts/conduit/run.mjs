// `npm run conduit -- --collection Conduit.postman_collection.json`: builds playground/conduit, serves it with an empty database,
// and runs the API collection of the RealWorld project against it. The collection isn't part of this repository.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { installLocked } from '../packages/install-locked.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const APP = join(ROOT, 'playground/conduit')
const FW = join(ROOT, 'cli/bin/fw.js')
const TOOLS = fileURLToPath(new URL('tools', import.meta.url))

const { values } = parseArgs({ options: { collection: { type: 'string' } } })
/** npm runs scripts in the folder of `package.json`, and names the folder of the user. */
const collection = resolve(process.env.INIT_CWD ?? process.cwd(), values.collection ?? '')
if (values.collection === undefined || !existsSync(collection))
  fail('Name the collection of the RealWorld project: npm run conduit -- --collection Conduit.postman_collection.json')

installLocked(TOOLS)
must(process.execPath, ['scripts/build-packages.mjs'], ROOT)
must(process.execPath, [FW, 'build'], APP)
const folder = mkdtempSync(join(tmpdir(), 'fw-conduit-'))
const server = spawn(process.execPath, [FW, 'start', '--port', '0', '--host', '127.0.0.1'], {
  cwd: APP,
  env: { ...process.env, DATABASE: join(folder, 'conduit.db') },
  stdio: ['ignore', 'pipe', 2],
})
try {
  const url = await readUrl(server)
  const variables = {
    APIURL: `${url}/api`,
    USERNAME: 'reader',
    EMAIL: 'reader@mail.example',
    PASSWORD: 'correct horse',
  }
  const given = Object.entries(variables).flatMap(([name, value]) => ['--global-var', `${name}=${value}`])
  const newman = join(TOOLS, 'node_modules/newman/bin/newman.js')
  const { status } = spawnSync(process.execPath, [newman, 'run', collection, ...given], { stdio: 'inherit' })
  process.exitCode = status ?? 1
} finally {
  server.kill()
  rmSync(folder, { recursive: true, force: true })
}

/** Resolves to the URL that the server prints. */
function readUrl(child) {
  return new Promise((done, refuse) => {
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
      const [, url] = /^Listening on (\S+)$/m.exec(text) ?? []
      if (url !== undefined) done(url)
    })
    child.once('exit', (code) => refuse(new Error(`The server ended with exit code ${code}.`)))
  })
}

function must(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
