/** The workspace of `docs/guide/workspaces.md`, as a package manager installs it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chromium, launchChromium } from '../browser/chromium.ts'
import { type Running, runFw, startFw } from '../cli/support/fixture.ts'
import { type WorkspaceApp, writeWorkspace } from '../cli/support/workspace.ts'
import { pageOf } from '../docs/blocks.ts'
import { REPOSITORY } from './page-app.ts'

const PAGE = pageOf('guide/workspaces.md', readFileSync(join(REPOSITORY, 'docs/guide/workspaces.md'), 'utf8'))
const FILES = Object.fromEntries(PAGE.blocks.flatMap(({ path, text }) => (path === undefined ? [] : [[path, text]])))

let app: WorkspaceApp
let chromium: Chromium
let server: Running
beforeAll(async () => {
  app = writeWorkspace('plain', FILES, {})
  chromium = await launchChromium()
  const built = await runFw(app.root, ['build'])
  expect(built.code, built.stdout + built.stderr).toBe(0)
  server = await startFw(app.root, ['start', '--port', '0'])
}, 120_000)
afterAll(async () => {
  await server.stop('SIGTERM')
  await chromium.close()
  app.remove()
})

test('the counter of the package is an island', async () => {
  const { page } = await chromium.open(new URL('/en', server.url).href)
  await page.getByRole('heading', { name: 'Tea of the week' }).waitFor()
  await page.locator('fw-island[ok]').waitFor()
  await page.getByRole('button', { name: 'Pieces: 0' }).click()
  await page.getByRole('button', { name: 'Pieces: 1' }).waitFor()
  await page.close()
})

test('the api refuses an order of 0 pieces', async () => {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ sku: 'tea', pieces: 0 })
  const response = await fetch(new URL('/_fw/api/orders.reserve', server.url), { method: 'POST', headers, body })
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('at least 1')])
})

test('fw check finds a misspelled key of the messages', { timeout: 60_000 }, async () => {
  app.write('packages/messages/src/en.json', '{ "titel": "Tea of the week", "pieces": "Pieces" }\n')
  const { code, stdout } = await runFw(app.root, ['check'])
  expect([code, stdout]).toEqual([1, expect.stringMatching(/src\/routes\/index\.tsx:4:\d+ error unknown-message/)])
})
