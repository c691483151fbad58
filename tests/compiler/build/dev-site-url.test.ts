import { request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { copyFixture, startDev } from './app-copy.ts'

test('dev serves MCP and A2A on its own address if siteUrl is set, and on no foreign host', async () => {
  const app = copyFixture()
  onTestFinished(() => app.remove())
  app.edit('fw.config.ts', "title: 'Fixture'", "title: 'Fixture',\n  siteUrl: 'https://notes.example'")
  const dev = await startDev(app.root)
  onTestFinished(() => dev.stop())
  const { hostname, port } = new URL(dev.url)
  const post = (path: string, host: string) =>
    new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const headers = { host, 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
      const asked = request({ hostname, port, path, method: 'POST', headers }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.once('end', () => resolve({ status: response.statusCode, text }))
      })
      asked.once('error', reject)
      asked.end(
        JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: path.endsWith('mcp') ? 'tools/list' : 'tasks/get',
          params: { id: 'x' },
        }),
      )
    })
  for (const path of ['/_fw/mcp', '/_fw/a2a']) {
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, 'notes.example'])
      expect((await post(path, host)).text, `${path} ${host}`).not.toContain('unknown_host')
    expect((await post(path, `evil.example:${port}`)).status).toBe(403)
  }
  expect((await post('/_fw/mcp', `127.0.0.1:${port}`)).text).toContain('notes__list')
})
