import { afterAll, beforeAll, expect, test } from 'vitest'
import { open, raw, refused, upgradeHead } from '../../http/protocols/socket-client.ts'
import { type AppCopy, copyFixture, type DevProcess, startDev } from './app-copy.ts'

let app: AppCopy
let dev: DevProcess
let url: string
let stopped = false
beforeAll(async () => {
  app = copyFixture()
  app.write(
    'src/ws.ts',
    `import { defineWebSocket } from '@fw/runtime/server'
import { list } from './server/notes.api.ts'

export default defineWebSocket({
  path: '/live',
  data: ({ req }) => ({ name: new URL(req.url).searchParams.get('name') }),
  async message(socket, message) {
    if (message === 'notes') socket.send(JSON.stringify(await list({ limit: 1 })))
    else socket.send('first ' + socket.data.name + ': ' + message)
  },
})
`,
  )
  dev = await startDev(app.root)
  url = dev.url.replace(/\/$/, '')
})
afterAll(async () => {
  if (!stopped) await dev.stop()
  app.remove()
})

/** Tries again until it holds: an edit takes the watcher a moment. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 20_000; !(await holds()); ) {
    if (Date.now() > deadline) throw new Error(`It does not come to hold.\n${dev.log()}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test('HTP-27 dev upgrades the websocket path; an edit of src/ws.ts applies to new sockets, and the old ones stay', async () => {
  const before = await open(`${url}/live?name=ada`)
  before.socket.send('hi')
  expect(await before.next()).toBe('first ada: hi')
  before.socket.send('notes')
  expect(JSON.parse(String(await before.next()))).toMatchObject([{ id: 'a' }])

  app.edit('src/ws.ts', "'first '", "'second '")
  await until(async () => {
    const after = await open(`${url}/live?name=bob`)
    after.socket.send('hi')
    const answer = await after.next()
    after.socket.terminate()
    return answer === 'second bob: hi'
  })
  before.socket.send('still')
  expect(await before.next()).toBe('first ada: still')
  before.socket.close()
  await before.closed
  expect((await dev.fetch('/live')).status).toBe(426)
})

test('the reload socket of Vite works beside it', async () => {
  const token = /const wsToken = "([^"]+)"/.exec(await (await dev.fetch('/@vite/client')).text())?.[1]
  const reload = await open(`${url}/?token=${token}`, { protocols: ['vite-hmr'], headers: { origin: url } })
  expect(JSON.parse(String(await reload.next()))).toEqual({ type: 'connected' })
  app.edit('src/routes/about.tsx', 'About this app', 'About the other app')
  for (;;) {
    const { type } = JSON.parse(String(await reload.next()))
    if (type === 'full-reload') break
  }
  reload.socket.close()
})

test('other upgrades get a response and are closed: on other paths, from another site, with a foreign Host, with h2c', async () => {
  expect(await refused(`${url}/elsewhere`)).toMatchObject({ status: 404 })
  expect(await refused(`${url}/`, { protocols: ['graphql-ws'] })).toMatchObject({ status: 404 })
  expect(await refused(`${url}/live`, { headers: { origin: 'https://evil.example' } })).toMatchObject({ status: 403 })
  const rebound = { host: 'evil.example', origin: 'http://evil.example' }
  expect(await refused(`${url}/live`, { headers: rebound })).toMatchObject({ status: 403 })
  const h2c = await raw(url, upgradeHead('/', { Upgrade: 'h2c', Host: new URL(url).host }))
  expect((await h2c.all).toString()).toMatch(/^HTTP\/1\.1 200 [\s\S]*Welcome home/)
})

test("an endpoint that can't be loaded responds with the reason, and works again when it is fixed", async () => {
  const attempt = () =>
    open(`${url}/live`).then(
      ({ socket }) => socket.terminate(),
      (error: unknown) => error,
    )
  const unloadable = { status: 500, body: expect.stringContaining('src/ws.ts') }
  app.edit('src/ws.ts', "path: '/live'", "path: 'live'")
  await until(async () => (await attempt()) instanceof Error)
  expect(await attempt()).toMatchObject(unloadable)
  app.edit('src/ws.ts', "path: 'live'", "path: '/live'")
  await until(async () => (await attempt()) === undefined)
})

test('dev stops with sockets open', async () => {
  const client = await open(`${url}/live`)
  stopped = true
  await dev.stop()
  expect((await client.closed).code).toBe(1001)
})
