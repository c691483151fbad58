/** Responses whose client disconnects before their turn, or before they are made, hold no files, streams and timers. */
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { FwReply } from '../../../runtime/src/contract/http/request.ts'
import { writeReply } from '../../../runtime/src/host/write-reply.ts'
import { createNodeListener, serve } from '../../../runtime/src/host.ts'
import { createFwServer } from '../../../runtime/src/server.ts'

const closings: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close()
})

async function listen(handle: (incoming: IncomingMessage, outgoing: ServerResponse) => unknown): Promise<number> {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closings.push(() => server.close())
  return (server.address() as AddressInfo).port
}

/** Sends the requests at once. Reads nothing. */
async function sendAll(port: number, paths: readonly string[]): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  socket.pause().write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`).join(''))
  return socket
}

const repeat = (path: string, times: number) => Array.from({ length: times }, () => path)

test('pipelined requests for a file that is not in memory open it one after the other, and leave none open', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fw-turns-'))
  closings.push(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'film.mp4'), Buffer.alloc(20 << 20))
  const listening = await serve(createFwServer({ log: () => undefined }), { port: 0, publicDir: folder, drainMs: 100 })
  closings.push(() => listening.close())
  const countOpen = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).endsWith('film.mp4')
      } catch {
        return false
      }
    }).length
  const socket = await sendAll(listening.port, repeat('/film.mp4', 50))
  await expect.poll(countOpen).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(countOpen()).toBe(1)
  socket.destroy()
  await expect.poll(countOpen).toBe(0)
})

test('the signal of each pipelined request is aborted, and only a stream that has its turn begins', async () => {
  let [begun, cancelled, aborted, asked] = [0, 0, 0, 0]
  const server = createFwServer({
    log: () => undefined,
    middleware: (request) => {
      asked += 1
      request.signal.addEventListener('abort', () => {
        aborted += 1
      })
      return new Response(
        new ReadableStream(
          {
            pull(controller) {
              begun += 1
              controller.enqueue(new Uint8Array(10))
              return new Promise(() => undefined)
            },
            cancel: () => {
              cancelled += 1
            },
          },
          { highWaterMark: 0 },
        ),
      )
    },
  })
  const socket = await sendAll(await listen(createNodeListener(server)), repeat('/events', 10))
  await expect.poll(() => [asked, begun]).toEqual([10, 1])
  socket.destroy()
  await expect.poll(() => [aborted, cancelled]).toEqual([10, 10])
  expect(begun).toBe(1)
})

test.each<[string, (state: { opened: number; cancelled: number }) => FwReply['body']]>([
  [
    'a pushed body',
    (state) => ({
      open: () => {
        state.opened += 1
      },
      cancel: () => {
        state.cancelled += 1
      },
    }),
  ],
  [
    'a stream',
    (state) =>
      new ReadableStream<Uint8Array>(
        {
          pull: () => {
            state.opened += 1
          },
          cancel: () => {
            state.cancelled += 1
          },
        },
        { highWaterMark: 0 },
      ),
  ],
])('%s is cancelled if the client leaves before the reply is made', async (_, createBody) => {
  const state = { opened: 0, cancelled: 0 }
  let isWritten = false
  const port = await listen((incoming, outgoing) =>
    outgoing.once('close', async () => {
      await writeReply(incoming, outgoing, { status: 200, headers: {}, body: createBody(state) })
      isWritten = true
    }),
  )
  const socket = await sendAll(port, ['/'])
  await new Promise((resolve) => setTimeout(resolve, 50))
  socket.destroy()
  await expect.poll(() => isWritten).toBe(true)
  expect(state).toEqual({ opened: 0, cancelled: 1 })
})
