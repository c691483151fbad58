/**
 * The code of `docs/guide/websocket.md`: built and served by the command line on both runtimes, and on custom hosts.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runFw, startFw } from '../cli/support/fixture.ts'
import { open, refused } from '../http/protocols/socket-client.ts'
import { BUN, RUNTIMES } from '../servers/runtimes.ts'
import { createAppFolder, REPOSITORY } from './page-app.ts'

const page = readFileSync(join(REPOSITORY, 'docs/guide/websocket.md'), 'utf8')
const sources = [...page.matchAll(/^```[tj]s\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)].map(([, path = '', text = '']) => ({
  path,
  text,
}))
const { root: app, write, remove } = createAppFolder('websocket-page')
const children: ChildProcess[] = []

beforeAll(async () => {
  for (const { path, text } of sources) write(path, text)
  const { code, stderr } = await runFw(app, ['build'])
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('Failed')])
})
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  remove()
})

describe.each(RUNTIMES)('the page on WebSocket, on %s', (_runtime, program) => {
  it('HTP-27 CNV-17 fw start upgrades the path of src/ws.ts, and stops with 1001', async () => {
    const server = await startFw(app, ['start', '--port', '0', '--host', '127.0.0.1'], {}, program)
    const [one, two] = [await open(`${server.url}/live?room=blue`), await open(`${server.url}/live?room=blue`)]
    const other = await open(`${server.url}/live?room=red`)
    one.socket.send('hello')
    expect(JSON.parse(String(await one.next()))).toEqual({ count: 1 })
    expect(await two.next()).toBe('hello')
    other.socket.send(Buffer.from([1]))
    expect(await other.closed).toEqual({ code: 1003, reason: 'text only' })
    const [, path = '', status, code] = /GET (\S+)\nHTTP\/1\.1 (\d+) (\w+)/.exec(page) ?? []
    expect(await refused(server.url + path)).toMatchObject({ status: Number(status), code })
    expect((await fetch(`${server.url}/live`)).status).toBe(426)
    const ended = server.stop('SIGTERM')
    expect((await one.closed).code).toBe(1001)
    expect((await ended).code).toBe(0)
  })
})

describe('the hosts of the page', () => {
  it('HTP-28 take sockets on Bun and on Node', async () => {
    write('live.mjs', "export default { path: '/live', message: (socket, message) => void socket.send(message) }\n")
    for (const [program, script] of [
      [BUN, 'host-bun.mjs'],
      [process.execPath, 'host-node.mjs'],
    ] as const) {
      const child = spawn(program, [script], { cwd: app })
      children.push(child)
      const url = await new Promise<string>((resolve, reject) => {
        let text = ''
        const read = (chunk: Buffer): void => {
          text += String(chunk)
          const found = /Listening on (http:\/\/\S+?)\/?\n/.exec(text)?.[1]
          if (found !== undefined) resolve(found)
        }
        child.stdout.on('data', read)
        child.stderr.on('data', read)
        child.once('exit', () => reject(new Error(text)))
      })
      const client = await open(`${url}/live`)
      client.socket.send('echo')
      expect(await client.next()).toBe('echo')
      client.socket.terminate()
      expect(await refused(`${url}/other`)).toMatchObject({ status: 404 })
    }
  })
})
