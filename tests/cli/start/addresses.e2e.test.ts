/** The addresses that `fw start` prints. */
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppCopy, copyApp, startFw } from '../support/fixture.ts'

let app: AppCopy
beforeAll(async () => {
  app = copyApp('notes')
  const { code, stderr } = await app.fw('build')
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('Failed')])
})
afterAll(() => app.remove())

const NETWORK = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .filter(({ internal, family }) => !internal && family === 'IPv4')
  .map(({ address }) => address)

/** Returns the hosts of the printed URLs. */
async function readHosts(args: readonly string[], env: Record<string, string> = {}): Promise<readonly string[]> {
  const running = await startFw(app.root, ['start', '--port', '0', ...args], env)
  for (const address of args.length === 0 && env.HOST === undefined ? NETWORK : []) {
    const url = new URL(running.url)
    url.hostname = address
    expect((await fetch(url)).status).toBe(200)
  }
  const { stdout } = await running.stop('SIGTERM')
  return [...stdout.matchAll(/^Listening on (\S+)$/gm)].map(([, url = '']) => new URL(url).hostname)
}

test('every address of the machine is printed if the server listens on all', async () => {
  expect(await readHosts([])).toEqual(['localhost', ...NETWORK])
  expect(await readHosts(['--workers', '2'])).toEqual(['localhost', ...NETWORK])
})

test('only the address of --host or HOST is printed', async () => {
  expect(await readHosts(['--host', '127.0.0.1'])).toEqual(['127.0.0.1'])
  expect(await readHosts([], { HOST: '127.0.0.1' })).toEqual(['127.0.0.1'])
})
