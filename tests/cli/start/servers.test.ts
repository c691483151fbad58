import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppCopy, copyApp, startFw } from '../support/fixture.ts'

let app: AppCopy
beforeAll(async () => {
  app = copyApp('notes')
  expect((await app.fw('build')).code).toBe(0)
})
afterAll(() => app.remove())

const call = (url: string, tool: string) =>
  fetch(`${url}/_fw/api/${tool}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })

describe('fw start', () => {
  it('CLI-06 serves the build, hides what tools throw, and ends with 0 on SIGTERM', async () => {
    const running = await startFw(app.root, ['start', '--port', '0', '--host', '127.0.0.1'])
    expect(await (await fetch(running.url)).text()).toContain('<h1>Notes</h1>')
    const failed = (await (await call(running.url, 'notes.fail')).json()) as { error: string }
    expect(failed.error).toMatch(/^Error: internal error [\w-]+$/)
    const { code, stderr } = await running.stop('SIGTERM')
    expect(stderr).toContain('Stopping.')
    expect(code).toBe(0)
  })

  it("logs an app's unhandled rejection, and continues for other requests", async () => {
    const running = await startFw(app.root, ['start', '--port', '0', '--host', '127.0.0.1'])
    expect((await call(running.url, 'notes.forget')).status).toBe(200)
    expect((await call(running.url, 'notes.count')).status).toBe(200)
    const { code, stderr } = await running.stop('SIGTERM')
    // In the form of every other line of a server that no person sits in front of.
    const lines = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { level: string; msg: string; err?: { message: string; stack: string } })
    expect(lines.slice(-2)).toMatchObject([
      {
        level: 'error',
        msg: 'Unhandled rejection',
        err: { message: 'forgotten on purpose', stack: expect.any(String) },
      },
      { level: 'info', msg: 'Stopping.' },
    ])
    expect(code).toBe(0)
  })

  it('MDL-09 listens on PORT and HOST when the flags are absent, and ends with 0 on Ctrl-C', async () => {
    const first = await startFw(app.root, ['start', '--port', '0', '--host', '127.0.0.1'])
    const port = new URL(first.url).port
    const taken = await app.fw('start', '--host', '127.0.0.1', '--port', port)
    expect(taken.stderr).toContain(`Port ${port} is already in use.`)
    expect(taken.code).toBe(1)
    await first.stop('SIGINT')
    const second = await startFw(app.root, ['start'], { PORT: port, HOST: '127.0.0.1' })
    expect(second.url).toBe(`http://127.0.0.1:${port}`)
    expect((await second.stop('SIGINT')).code).toBe(0)
  })
})

describe('fw dev', () => {
  it('CLI-02 serves the sources and shows what tools throw', async () => {
    const running = await startFw(app.root, ['dev', '--port', '0'])
    expect(await (await fetch(running.url)).text()).toContain('Notes</h1>')
    const failed = (await (await call(running.url, 'notes.fail')).json()) as { error: string }
    expect(failed.error).toBe('Error: broken on purpose')
    expect((await running.stop('SIGINT')).code).toBe(0)
  })

  it('ends when its output is no longer read', async () => {
    const running = await startFw(app.root, ['dev', '--port', '0'])
    const end = running.leave()
    // It logs the failure. A response may arrive or not.
    await call(running.url, 'notes.fail').catch(() => undefined)
    expect((await end).code).toBe(141)
  })
})
