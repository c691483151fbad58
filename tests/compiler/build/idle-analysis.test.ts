import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppCopy, copyFixture, type DevProcess, startDev } from './app-copy.ts'

let app: AppCopy
let dev: DevProcess
beforeAll(async () => {
  app = copyFixture()
  dev = await startDev(app.root, undefined, 1000)
})
afterAll(async () => {
  await dev.stop()
  app.remove()
})

/** The processes of the type analysis that belong to dev. */
const listAnalyses = () =>
  readdirSync(`/proc/${dev.pid}/task`)
    .flatMap((thread) => readFileSync(`/proc/${dev.pid}/task/${thread}/children`, 'utf8').split(' '))
    .filter((pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('analysis-process'))

const call = (input: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(input),
})
const WAIT = { timeout: 20_000 }

test('the type analysis ends when nothing changes, and the next change starts it again', async () => {
  expect((await dev.fetch('/_fw/api/notes.list', call({ limit: 0 }))).status).toBe(400)
  await expect.poll(listAnalyses, WAIT).toHaveLength(1)
  await expect.poll(listAnalyses, WAIT).toEqual([])
  // Its result stays, and a request doesn't start it.
  expect((await dev.fetch('/_fw/api/notes.list', call({ limit: 0 }))).status).toBe(400)
  expect((await dev.fetch('/')).status).toBe(200)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(listAnalyses()).toEqual([])
  app.edit('src/server/notes.api.ts', '@minimum 1', '@minimum 2')
  await dev.until('/_fw/api/notes.list', (_text, status) => status === 400, call({ limit: 1 }))
  expect(listAnalyses()).toHaveLength(1)
  await expect.poll(listAnalyses, WAIT).toEqual([])
  app.write('src/server/notes.api.ts', `${app.read('src/server/notes.api.ts')}\nexport function helper() {}\n`)
  await expect.poll(dev.log, WAIT).toContain('helper')
  expect(dev.log()).not.toContain('stopped')
})
