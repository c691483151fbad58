/** `fw lsp` on an app in a workspace: the app's findings depend on sibling packages, on disk and in open files. */
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { WORKSPACE_FILES, writeWorkspace } from '../support/workspace.ts'
import { startLsp } from './lsp-client.ts'

const ORDER = 'packages/contracts/src/order.ts'
const ENGLISH = 'packages/messages/src/en.json'

test('findings of an app follow its sibling packages', { timeout: 60_000 }, async () => {
  const app = writeWorkspace('strict')
  const lsp = await startLsp({ folders: [app.folder] })
  onTestFinished(async () => {
    await lsp.stop()
    app.remove()
  })
  const api = join(app.root, 'src/server/orders.api.ts')
  const home = join(app.root, 'src/routes/index.tsx')
  const messages = (path: string) => lsp.shown(path)?.map(({ message }) => message) ?? []
  for (const file of [api, home]) await lsp.open(file)
  const hover = async () => JSON.stringify(await lsp.askAt('textDocument/hover', api, 'place = api'))
  await expect.poll(hover, { timeout: 20_000 }).toContain('minimum')
  // On disk.
  app.write(ORDER, (WORKSPACE_FILES[ORDER] ?? '').replace('sku: string', 'sku: () => string'))
  await expect.poll(() => messages(api), { timeout: 20_000 }).toEqual([expect.stringContaining('function')])
  app.write(ORDER, WORKSPACE_FILES[ORDER] ?? '')
  await expect.poll(() => messages(api), { timeout: 20_000 }).toEqual([])
  app.write(ENGLISH, '{ "greetings": "Hello" }\n')
  await expect.poll(() => messages(home), { timeout: 20_000 }).toEqual([expect.stringContaining('greeting')])
  app.write(ENGLISH, WORKSPACE_FILES[ENGLISH] ?? '')
  await expect.poll(() => messages(home), { timeout: 20_000 }).toEqual([])
  // In an open file, unsaved.
  const order = join(app.folder, ORDER)
  await lsp.open(order)
  await lsp.edit(order, 'sku: string', 'sku: () => string')
  await expect.poll(() => messages(api), { timeout: 20_000 }).toEqual([expect.stringContaining('function')])
})

test('an open file of a package shows its findings in the app that uses it', { timeout: 60_000 }, async () => {
  const app = writeWorkspace('strict')
  const lsp = await startLsp({ folders: [app.folder] })
  onTestFinished(async () => {
    await lsp.stop()
    app.remove()
  })
  const badge = join(app.folder, 'packages/ui/src/badge.tsx')
  const codes = () => lsp.shown(badge)?.map(({ code }) => code) ?? []
  await lsp.open(badge)
  await lsp.open(join(app.root, 'src/routes/index.tsx'))
  await lsp.edit(badge, '<strong class="badge">', '<strong class="badge"><a href="/nowhere">Nowhere</a>')
  await expect.poll(codes, { timeout: 20_000 }).toEqual([1032])
  await lsp.edit(badge, '/nowhere', '/')
  await expect.poll(codes).toEqual([])
})
