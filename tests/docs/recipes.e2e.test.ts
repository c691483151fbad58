/** What the recipes cause outside of the app: messages over SMTP and in a folder, and jobs that a schedule runs. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Running, startFw } from '../cli/support/fixture.ts'
import { type WrittenApp, writeApp } from '../cli/support/written-app.ts'
import { readPages } from './blocks.ts'

/** Writes the files of a page as an app, and builds it. */
async function buildPage(name: string): Promise<WrittenApp> {
  const blocks = readPages().find(({ path }) => path === name)?.blocks ?? []
  const files = blocks.flatMap(({ path, text }) => (path === undefined ? [] : [[path, text] as const]))
  const app = writeApp(Object.fromEntries(files))
  onTestFinished(() => app.remove())
  const { code, stderr } = await app.fw('build')
  expect(code, stderr).toBe(0)
  return app
}

async function start(app: WrittenApp, env: Record<string, string>): Promise<Running> {
  const server = await startFw(app.root, ['start', '--port', '0'], env)
  onTestFinished(async () => void (await server.stop('SIGTERM')))
  return server
}

async function call(server: Running, tool: string, input: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const url = new URL(`_fw/api/${tool}`, server.url)
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(input) })).json()
}

/** A mail server that accepts everything. */
function openMailServer(received: string[]): Promise<Server> {
  const server = createServer((socket) => {
    let message: string | undefined
    socket.setEncoding('utf8').write('220 test\r\n')
    socket.on('data', (text: string) => {
      if (message !== undefined || /^DATA/i.test(text)) {
        if (message === undefined) socket.write('354 go on\r\n')
        message = `${message ?? ''}${message === undefined ? '' : text}`
        if (!message.endsWith('\r\n.\r\n')) return
        received.push(message)
        message = undefined
        socket.write('250 ok\r\n')
      } else if (/^QUIT/i.test(text)) socket.end('221 bye\r\n')
      else socket.write('250 ok\r\n')
    })
  })
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)))
}

describe('recipes/email.md', { timeout: 120_000 }, () => {
  test('a message is sent over SMTP, or is a file, or its configuration is missing', async () => {
    const app = await buildPage('recipes/email.md')
    const received: string[] = []
    const mail = await openMailServer(received)
    onTestFinished(() => void mail.close())
    const invited = { ok: true, result: { invited: 'ada@example.com' } }
    const send = (server: Running) => call(server, 'invitations.send', { to: 'ada@example.com' })
    const { port } = mail.address() as AddressInfo
    expect(await send(await start(app, { SMTP_URL: `smtp://127.0.0.1:${port}` }))).toEqual(invited)
    expect(received).toHaveLength(1)
    expect(received[0]).toMatch(/To: ada@example\.com[\s\S]+Subject: Read with us[\s\S]+notes\.example\/join/)

    const folder = mkdtempSync(join(tmpdir(), 'fw-mail-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    expect(await send(await start(app, { MAIL_FOLDER: folder }))).toEqual(invited)
    const [file = ''] = readdirSync(folder)
    expect(file).toMatch(/\.eml$/)
    expect(readFileSync(join(folder, file), 'utf8')).toContain('Subject: Read with us')

    const unset = await start(app, {})
    expect(await send(unset)).toMatchObject({ ok: false })
    expect(unset.log()).toContain('Set SMTP_URL, or MAIL_FOLDER for development.')
  })
})

describe('recipes/background-work.md', { timeout: 120_000 }, () => {
  test('a job of a process that ended is run by the next one', async () => {
    const app = await buildPage('recipes/background-work.md')
    const env = { JOBS_DATABASE: join(app.root, 'jobs.db') }
    const first = await startFw(app.root, ['start', '--port', '0'], env)
    expect(await call(first, 'reports.order', { month: '2026-01' })).toMatchObject({ ok: true })
    await first.stop('SIGKILL')
    const next = await start(app, env)
    const isDone = () => `${first.log()}${next.log()}`.includes("Wrote the report { month: '2026-01' }")
    for (const end = Date.now() + 40_000; !isDone() && Date.now() < end; )
      await new Promise((resolve) => setTimeout(resolve, 200))
    expect(isDone()).toBe(true)
  })
})
