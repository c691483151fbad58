import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { askModel, streamModel } from '../../../runtime/src/agent/providers/call-provider.ts'
import type { ModelRequest } from '../../../runtime/src/contract/agent/model.ts'
import { ASK } from './scripted-rig.ts'

type Respond = (response: ServerResponse, request: IncomingMessage, number: number) => void

let close: (() => void) | undefined
afterEach(() => close?.())

/** A model server that counts its connections. */
async function serveModel(respond: Respond) {
  const seen = { connections: 0, requests: [] as IncomingMessage['headers'][] }
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      seen.requests.push(request.headers)
      respond(response, request, seen.requests.length)
    })
  })
  server.on('connection', () => {
    seen.connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const model = { provider: 'openai-compatible', model: 'm', apiKey: 'k', source: 'test', baseUrl } as const
  const request: ModelRequest = { model, system: '', messages: ASK, tools: [], retries: 0 }
  return { seen, request }
}

const JSON_TYPE = { 'content-type': 'application/json' }
const EVENTS = { 'content-type': 'text/event-stream' }
const REPLY = JSON.stringify({ choices: [{ message: { content: 'Grüner Tee.' }, finish_reason: 'stop' }] })
const writeEvent = (content: string, reason: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: reason }] })}\n\n`

async function stream(request: ModelRequest) {
  const heard: string[] = []
  const hear = (event: { type: string; delta?: string }) => void heard.push(event.delta ?? event.type)
  const reply = await streamModel(request, { hear, pause: () => undefined })
  return { heard, text: reply.text }
}

/** Returns a request whose connection gets these bytes. */
async function serveBytes(reply: string): Promise<ModelRequest> {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => socket.write(reply))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const model = { provider: 'openai-compatible', model: 'm', apiKey: 'k', source: 'test', baseUrl } as const
  return { model, system: '', messages: ASK, tools: [], retries: 0 }
}

describe('the connection to a provider', () => {
  test('ends with an error, if the provider switches to another protocol', async () => {
    const request = await serveBytes('HTTP/1.1 101 Switching\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n')
    await expect(askModel(request)).rejects.toMatchObject({ cause: { message: 'The server switched protocols.' } })
  })

  test.each(['constructor', '__proto__', 'toString'])(
    'ends with an error, if the response has an unknown encoding: %s',
    async (encoding) => {
      let closed = 0
      const { request } = await serveModel((response) => {
        response.on('close', () => {
          closed += 1
        })
        response.writeHead(200, { ...JSON_TYPE, 'content-encoding': encoding }).write(REPLY)
      })
      await expect(askModel(request)).rejects.toMatchObject({
        cause: { message: `The response is compressed with ${encoding}.` },
      })
      await expect.poll(() => closed, { timeout: 3_000 }).toBe(1)
    },
  )

  test('is used by the next request', async () => {
    const { seen, request } = await serveModel((response) => response.writeHead(200, JSON_TYPE).end(REPLY))
    for (let count = 0; count < 3; count += 1) expect((await askModel(request)).text).toBe('Grüner Tee.')
    expect(seen.connections).toBe(1)
  })

  test('is used by the next request, if the provider ends the response after its last event', async () => {
    const { seen, request } = await serveModel((response) => {
      response.writeHead(200, EVENTS).write(`${writeEvent('Tea.', 'stop')}data: [DONE]\n\n`)
      setTimeout(() => response.end(': later\n\n'), 100)
    })
    expect((await stream(request)).text).toBe('Tea.')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect((await stream(request)).text).toBe('Tea.')
    expect(seen.connections).toBe(1)
  })

  test('is closed, if the provider does not end the response', async () => {
    let closed = 0
    const { seen, request } = await serveModel((response) => {
      response.writeHead(200, EVENTS).write(`${writeEvent('Tea.', 'stop')}data: [DONE]\n\n`)
      response.on('close', () => {
        closed += 1
      })
    })
    expect((await stream(request)).text).toBe('Tea.')
    await expect.poll(() => closed, { timeout: 5000 }).toBe(1)
    expect((await stream(request)).text).toBe('Tea.')
    expect(seen.connections).toBe(2)
  })

  test('is opened again, if the provider closed it while it was idle', async () => {
    const { seen, request } = await serveModel((response, { socket }, number) => {
      if (number === 2) socket.resetAndDestroy()
      else response.writeHead(200, JSON_TYPE).end(REPLY)
    })
    expect((await askModel(request)).text).toBe('Grüner Tee.')
    expect((await askModel(request)).text).toBe('Grüner Tee.')
    expect(seen).toMatchObject({ connections: 2, requests: { length: 3 } })
  })

  test('that is refused or lost is named in the error', async () => {
    const { request } = await serveModel((_response, { socket }) => socket.resetAndDestroy())
    await expect(askModel(request)).rejects.toMatchObject({
      failure: 'unavailable',
      detail: expect.stringMatching(/ECONNRESET|socket hang up/),
    })
    close?.()
    await expect(askModel(request)).rejects.toMatchObject({
      failure: 'unavailable',
      detail: expect.stringMatching(/ECONNREFUSED/),
    })
  })
})

describe('a response of a provider', () => {
  test('is requested without compression', async () => {
    const { seen, request } = await serveModel((response) => response.writeHead(200, JSON_TYPE).end(REPLY))
    await askModel(request)
    expect(seen.requests[0]).toMatchObject({ 'accept-encoding': 'identity', 'content-type': 'application/json' })
  })

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('is read if a proxy compressed it with %s', async (encoding, compress) => {
    const { request } = await serveModel((response) =>
      response.writeHead(200, { ...JSON_TYPE, 'content-encoding': encoding }).end(compress(REPLY)),
    )
    expect((await askModel(request)).text).toBe('Grüner Tee.')
  })

  test('with broken compression, and with one that is not known, is an error', async () => {
    const encodings = ['gzip', 'zstd']
    const { request } = await serveModel((response, _request, number) =>
      response.writeHead(200, { ...JSON_TYPE, 'content-encoding': encodings[number - 1] }).end('no data'),
    )
    await expect(askModel(request)).rejects.toMatchObject({ failure: 'unavailable' })
    await expect(askModel(request)).rejects.toMatchObject({
      failure: 'unavailable',
      detail: expect.stringMatching(/zstd/),
    })
  })

  test('is heard piece by piece, with characters that are split between two', async () => {
    const bytes = Buffer.from(`${writeEvent('Grüner ')}${writeEvent('Tee.', 'stop')}data: [DONE]\n\n`)
    const { request } = await serveModel(async (response) => {
      response.writeHead(200, EVENTS)
      for (const byte of bytes) {
        response.write(Buffer.of(byte))
        await new Promise((resolve) => setImmediate(resolve))
      }
      response.end()
    })
    expect(await stream(request)).toEqual({ heard: ['Grüner ', 'Tee.'], text: 'Grüner Tee.' })
  })

  test('of more than 32 MiB is refused', async () => {
    const { request } = await serveModel((response) => {
      response.writeHead(200, EVENTS)
      const send = () => {
        while (!response.destroyed && response.write(`: ${'x'.repeat(65_536)}\n\n`));
        if (!response.destroyed) response.once('drain', send)
      }
      send()
    })
    await expect(stream(request)).rejects.toMatchObject({
      failure: 'invalid_response',
      message: expect.stringMatching(/32 MiB/),
    })
  })
})
