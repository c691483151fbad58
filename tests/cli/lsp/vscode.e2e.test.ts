import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { findServer } from '../../../cli/editors/vscode/src/find-server.ts'
import { type AppTools, listToolItems } from '../../../cli/editors/vscode/src/tool-items.ts'
import { startLsp } from './lsp-client.ts'
import { copyShop } from './shop-copy.ts'

const REPOSITORY = resolve(import.meta.dirname, '../../..')
const EXTENSION = join(REPOSITORY, 'cli/editors/vscode')
const MANIFEST = JSON.parse(readFileSync(join(EXTENSION, 'package.json'), 'utf8'))

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fw-vsix-'))
  execFileSync(process.execPath, [join(REPOSITORY, 'scripts/build-extension.mjs')])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('is packed without a network: one file of code, and nothing of the sources', () => {
  const vsix = join(folder, 'fw.vsix')
  const vsce = join(REPOSITORY, 'node_modules/@vscode/vsce/vsce')
  const proxy = 'http://127.0.0.1:9'
  const printed = execFileSync(
    process.execPath,
    [vsce, 'package', '--no-dependencies', '--allow-missing-repository', '--out', vsix],
    { cwd: EXTENSION, encoding: 'utf8', env: { ...process.env, HTTP_PROXY: proxy, HTTPS_PROXY: proxy }, stdio: 'pipe' },
  )
  const files = [...printed.matchAll(/[├└]─ (\S+\.\S+)/g)].map(([, name]) => name)
  expect(files.sort()).toEqual([
    'LICENSE.txt',
    '[Content_Types].xml',
    'extension.cjs',
    'extension.vsixmanifest',
    'package.json',
    'readme.md',
  ])
  expect(statSync(vsix).size).toBeLessThan(200_000)
})

it('has a bundle that needs only VS Code', () => {
  const stub = join(folder, 'node_modules/vscode')
  mkdirSync(stub, { recursive: true })
  // Any name of the API is a class, with any names in it.
  writeFileSync(
    join(stub, 'index.js'),
    "const any = () => new Proxy(class {}, { get: (target, name) => (name === 'prototype' ? target.prototype : any()) })\nmodule.exports = any()\n",
  )
  const bundle = join(folder, 'extension.cjs')
  writeFileSync(bundle, readFileSync(join(EXTENSION, 'dist/extension.cjs')))
  expect(createRequire(bundle)(bundle)).toMatchObject({
    activate: expect.any(Function),
    deactivate: expect.any(Function),
  })
})

it('declares its commands and its view, and does not run in an untrusted workspace', () => {
  const source = readFileSync(join(EXTENSION, 'src/extension.ts'), 'utf8')
  const registered = [...source.matchAll(/registerCommand\('([^']+)'/g)].map(([, name]) => name)
  const { commands, views } = MANIFEST.contributes
  expect(commands.map(({ command }: { command: string }) => command).sort()).toEqual(registered.sort())
  expect(source).toContain(`registerTreeDataProvider('${views.explorer[0].id}'`)
  expect(MANIFEST.capabilities.untrustedWorkspaces.supported).toBe(false)
  const cli = JSON.parse(readFileSync(join(REPOSITORY, 'cli/package.json'), 'utf8'))
  expect(MANIFEST.version).toBe(cli.version)
})

it('finds the command of the app, in its folder or above it', () => {
  const root = mkdtempSync(join(tmpdir(), 'fw-find-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const app = join(root, 'apps/shop')
  mkdirSync(app, { recursive: true })
  expect(findServer([root, app])).toBeUndefined()
  const install = (at: string) => {
    mkdirSync(join(at, 'node_modules/@fw/cli/bin'), { recursive: true })
    writeFileSync(join(at, 'node_modules/@fw/cli/bin/fw.js'), '')
  }
  install(root)
  expect(findServer([app])).toBe(join(root, 'node_modules/@fw/cli/bin/fw.js'))
  install(app)
  expect(findServer([app])).toBe(join(app, 'node_modules/@fw/cli/bin/fw.js'))
})

it('lists the tools by module and component, with guard and scopes', async () => {
  const shop = copyShop()
  const lsp = await startLsp({ folders: [shop.root] })
  try {
    const apps = await lsp.ask<AppTools[]>('fw/tools', {})
    const items = listToolItems(apps)
    const orders = items.find(({ label }) => label === 'api.orders')
    expect(orders?.children.map(({ label, detail }) => [label, detail])).toEqual([
      ['checkout', 'confirm'],
      ['list', 'orders:read'],
      ['get', 'orders:read'],
    ])
    expect(orders?.children[0]?.location?.uri).toBe(lsp.uri(shop.path('src/server/orders.api.ts')))
    expect(items.map(({ label }) => label)).toContain('AddToCart')
    const several = listToolItems([...apps, { uri: 'file:///desk', name: 'desk', tools: [] }])
    expect(several.map(({ label, detail }) => [label, detail])).toContainEqual(['desk', '0 tools'])
  } finally {
    await lsp.stop()
    shop.remove()
  }
})
