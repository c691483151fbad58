/** The plugin as it is published: the package is packed, put into an app's `node_modules`, and loaded by tsserver from there. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { packAll, REPOSITORY } from '../../packages/pack.ts'
import { TSCONFIG } from './editor-app.ts'
import { type CodeFix, SERVERS, startServer } from './tsserver.ts'

const FILE = 'src/server/shop.api.ts'
const SHOP = `import { api } from '@fw/runtime'

/** Says that the shop is open. */
export const open = api({ guard: 'confrim', run: async () => ({ open: true as boolean }) })
`

let root = ''
let installed = ''

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'fw-packed-')))
  installed = join(root, 'node_modules/@fw/compiler')
  const packed = (await packAll()).find(({ source }) => source === 'compiler')
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['-xzf', `${packed?.tarball}`, '-C', installed, '--strip-components=1'])
  // Only the packed files, and the packages that every app has.
  symlinkSync(join(REPOSITORY, 'runtime'), join(root, 'node_modules/@fw/runtime'))
  mkdirSync(dirname(join(root, FILE)), { recursive: true })
  writeFileSync(join(root, FILE), SHOP)
  writeFileSync(join(root, 'tsconfig.json'), TSCONFIG)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

it('is a folder of CommonJS that needs nothing else', () => {
  const require = createRequire(join(root, 'tsconfig.json'))
  const main = require.resolve('@fw/compiler/ts-plugin')
  expect(main).toBe(join(installed, 'ts-plugin/load.js'))
  expect(require(main)).toBeTypeOf('function')
  const { type } = JSON.parse(readFileSync(join(installed, 'ts-plugin/package.json'), 'utf8'))
  expect(type).toBe('commonjs')
  const text = readFileSync(join(installed, 'ts-plugin/dist/plugin.js'), 'utf8')
  const required = [...text.matchAll(/\brequire\(["']([^"']+)["']\)/g)].map(([, name]) => name ?? '')
  expect(required.filter((name) => !isBuiltin(name))).toEqual([])
})

it.each(SERVERS)('tsserver %s loads it from there: it reports problems and fixes them', async (_, folder) => {
  const server = startServer({ folder, verbosity: 'normal', flags: ['--allowLocalPluginLoads'] })
  try {
    const file = join(root, FILE)
    await server.open(file)
    const [found] = (await server.diagnostics(file)).filter(({ source }) => source === 'fw')
    expect(found).toMatchObject({ code: 1062, text: expect.stringContaining('confrim') })
    if (found === undefined) return
    const { start, end, code } = found
    const range = { startLine: start.line, startOffset: start.offset, endLine: end.line, endOffset: end.offset }
    const fixes = await server.ask<readonly CodeFix[]>('getCodeFixes', { file, ...range, errorCodes: [code] })
    expect(fixes.map(({ description }) => description)).toContain('Change to "confirm"')
    const loaded = /Loading @fw\/compiler\/ts-plugin from (\S+) \(resolved to (\S+)\)/.exec(server.log())
    expect(loaded?.slice(1)).toEqual([root, join(root, 'node_modules')])
    expect(server.log()).toContain('Plugin validation succeeded')
  } finally {
    await server.stop()
  }
})
