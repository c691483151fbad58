/** The Dockerfile of new apps, with the package managers that Corepack and npm install. npm itself: `first-day.e2e.test.ts`. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { installLocked } from '../../scripts/packages/install-locked.mjs'
import { BUN as BUN_PROGRAM } from '../servers/runtimes.ts'
import type { Mount } from './clean-root.ts'
import { buildContainer } from './container.ts'
import { BUN, PNPM, type Words, YARN } from './first-day.ts'
import { MANAGERS_FOLDER } from './managers.ts'
import { serveNewcomers } from './newcomers.ts'

const { open } = serveNewcomers()
beforeAll(() => installLocked(MANAGERS_FOLDER))

const BY_NPM: readonly Mount[] = [{ from: join(MANAGERS_FOLDER, 'node_modules'), at: '/opt/managers' }]
const BUN_PROGRAMS: readonly Mount[] = ['bun', 'bunx'].map((name) => ({ from: BUN_PROGRAM, at: `/opt/bun/${name}` }))

/** Time in milliseconds for which a stopping server waits for requests. */
const DRAIN_MS = 10_000

describe('an image of a new app', { timeout: 400_000 }, () => {
  it.each<readonly [string, Words, readonly Mount[], string]>([
    ['pnpm', PNPM, BY_NPM, 'RUN corepack enable && pnpm install --frozen-lockfile'],
    ['yarn', YARN, BY_NPM, 'RUN corepack enable && yarn install --immutable'],
    ['bun', BUN, BUN_PROGRAMS, 'RUN npm install --global bun && bun install --frozen-lockfile'],
  ])(
    'with %s is built, serves as an unprivileged user, and completes requests after SIGTERM',
    async (name, words, programs, install) => {
      const terminal = open(name, programs)
      expect(await terminal.run(words.create)).toBe(0)
      terminal.enter('notes')
      // Writes the lock file.
      expect([await terminal.run(words.install), terminal.text()]).toEqual([0, expect.any(String)])
      expect(readFileSync(join(terminal.folder, 'Dockerfile'), 'utf8')).toContain(`\n${install}\n`)

      const container = await buildContainer(terminal)
      let late: { readonly response: Promise<string> } | undefined
      let stoppedAt = 0
      const code = await container.start({}, async ({ origin }) => {
        expect(await (await fetch(origin)).text()).toMatch(/<h1[^>]*>Notes<\/h1>/)
        expect(await post(origin, '/_fw/api/notes.add', { text: 'Buy bread' })).toMatchObject({ ok: true })
        const run = async (line: string) => {
          const { text, code } = await terminal.machine.start(line, terminal.folder).ended
          return { code, text: text.trim() }
        }
        expect(await run('id -un')).toEqual({ code: 0, text: 'node' })
        for (const path of ['.', 'dist', 'node_modules', '/usr', '/etc'])
          expect((await run(`touch ${path}/new`)).text).toContain('Read-only file system')
        expect((await run('touch .fw/new')).code).toBe(0)
        // What only tests and checks need isn't in the image.
        expect((await run('ls node_modules/vitest node_modules/typescript')).code).not.toBe(0)
        // The command of the health check runs in the container, which has the port in its variables.
        expect(await run(container.healthCheck)).toEqual({ code: 0, text: '' })
        const elsewhere = container.healthCheck.replace('process.env.PORT', '1')
        expect((await run(elsewhere)).code).not.toBe(0)
        late = await sendSlowly(origin)
        stoppedAt = performance.now()
      })
      expect(await late?.response).toMatch(/^HTTP\/1\.1 200 .*"ok":true/s)
      expect(code).toBe(0)
      expect(performance.now() - stoppedAt).toBeLessThan(DRAIN_MS)
    },
  )
})

async function post(origin: string, path: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
}

/** Begins a request, of which the rest is sent a second later. `response` resolves with its response. */
async function sendSlowly(origin: string): Promise<{ readonly response: Promise<string> }> {
  const body = JSON.stringify({ text: 'Buy tea' })
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  await once(socket, 'connect')
  const response = new Promise<string>((resolve, reject) => {
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    socket.once('end', () => resolve(text)).once('error', reject)
  })
  const head = `POST /_fw/api/notes.add HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`
  socket.write(`${head}\r\n\r\n${body.slice(0, 5)}`)
  // The server has begun to read it.
  await sleep(200)
  setTimeout(() => socket.write(body.slice(5)), 1_000)
  return { response }
}
