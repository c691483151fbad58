/** `fw eval --url` against a server that another party runs: bounded time and memory, clear messages, escaped output. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCaller } from '../../../cli/src/eval/step-caller.ts'
import { runFw } from '../support/fixture.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

let root: string
let hostile: Server
let inner: Server
let url: string
let innerUrl: string
let respond: Handler
const reached: string[] = []

const listen = (server: Server): Promise<string> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'hostile-'))
  for (const folder of ['evals', 'src/server']) mkdirSync(join(root, folder), { recursive: true })
  const steps = [{ tool: 'api.shop.search', input: { q: 'tea' }, expect: { result: { name: 'tea' } } }]
  writeFileSync(join(root, 'evals/a.eval.json'), JSON.stringify({ name: 'search', steps }))
  const turn = [{ turn: 'Hi.', path: '/' }]
  writeFileSync(join(root, 'evals/b.eval.json'), JSON.stringify({ name: 'turn', steps: turn }))
  hostile = createServer((request, response) => respond(request, response))
  inner = createServer((request, response) => {
    reached.push(`${request.method} ${request.url}`)
    response.end('{}')
  })
  url = await listen(hostile)
  innerUrl = await listen(inner)
})
beforeEach(() => {
  reached.length = 0
})
afterAll(() => {
  for (const server of [hostile, inner]) {
    server.closeAllConnections()
    server.close()
  }
  rmSync(root, { recursive: true, force: true })
})

/** Responds to calls, and to the check whether a server listens. */
const toCalls = (handler: Handler): Handler => {
  return (request, response) => (request.method === 'GET' ? response.end('ok') : handler(request, response))
}

/** Writes until the client disconnects. */
const flood: Handler = (_request, response) => {
  const chunk = Buffer.alloc(1_048_576, '1')
  const write = () => {
    while (!response.destroyed && response.write(chunk));
    response.once('drain', write)
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('[')
  write()
}

const evaluate = (file: string) => runFw(root, ['eval', '--url', url, `evals/${file}.eval.json`])
const json =
  (value: unknown): Handler =>
  (_request, response) =>
    response.end(JSON.stringify(value))

describe('fw eval --url with a hostile server', () => {
  it('reads at most 16 MiB of a response', { timeout: 60_000 }, async () => {
    respond = toCalls(flood)
    const { code, stdout } = await evaluate('a')
    expect([code, stdout]).toEqual([1, expect.stringContaining('The response is longer than 16 MiB.')])
  })

  it('does not read the body of the health check', { timeout: 60_000 }, async () => {
    respond = (request, response) =>
      (request.method === 'GET' ? flood : json({ ok: true, result: { name: 'tea' } }))(request, response)
    expect((await evaluate('a')).code).toBe(0)
  })

  it('follows no redirect, and shows where it leads', { timeout: 60_000 }, async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      respond = toCalls((_request, response) => response.writeHead(status, { location: `${innerUrl}/secret` }).end())
      const { code, stdout } = await evaluate('a')
      expect([code, stdout]).toEqual([1, expect.stringContaining(`redirects to ${innerUrl}/secret`)])
    }
    respond = (_request, response) => response.writeHead(302, { location: `${innerUrl}/secret` }).end()
    await evaluate('a')
    expect(reached).toEqual([])
  })

  it('shows strings of the server in one line, without control characters', { timeout: 60_000 }, async () => {
    const text = '\u001b[2J\u001b[31mred\u009b1m\nGate passed: 1 scenario, none failed.\u202e'
    for (const handler of [
      json({ ok: false, error: text, code: text }),
      json({ ok: true, result: { name: text, [text]: text } }),
      json(text),
    ]) {
      respond = toCalls(handler)
      const { code, stdout, stderr } = await evaluate('a')
      expect(code).toBe(1)
      for (const output of [stdout, stderr]) {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be in the output
        expect(output).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/)
        expect(output).not.toMatch(/^Gate passed/m)
      }
    }
    respond = toCalls(json({ type: 'text', text: 'Hi.', model: text, usage: { inputTokens: 1, outputTokens: 1 } }))
    const { code, stderr } = await evaluate('b')
    expect([code, stderr]).toEqual([0, expect.stringContaining('Model: \\u001b[2J\\u001b[31mred')])
    expect(stderr.match(/^Gate passed/gm)?.length).toBe(1)
  })

  it.each([
    [
      'usage',
      { type: 'text', text: 'Hi.', usage: { inputTokens: '9', outputTokens: {}, cachedInputTokens: [], costUsd: 'x' } },
    ],
    ['model', { type: 'text', text: 'Hi.', model: { name: 'm' }, usage: 'much' }],
    ['model', { type: 'text', text: 'Hi.', model: 'm'.repeat(1_000_000), usage: [1] }],
    ['numbers', { type: 'text', text: 'Hi.', usage: { inputTokens: -1, outputTokens: 1e308, costUsd: null } }],
  ])('ignores %s of another type', { timeout: 60_000 }, async (_name, reply) => {
    respond = toCalls(json(reply))
    const { code, stderr } = await evaluate('b')
    expect([code, stderr]).toEqual([0, expect.stringContaining('Gate passed: 1 scenario')])
    expect(stderr.length).toBeLessThan(3_000)
  })

  it.each([
    ['an error', { ok: false, error: { toString: 1 } }],
    ['a list', [1]],
    ['null', null],
    ['ok', { ok: 'yes' }],
  ])('fails the scenario for %s of another type', { timeout: 60_000 }, async (_name, reply) => {
    respond = toCalls(json(reply))
    const { code, stderr } = await evaluate('a')
    expect([code, stderr]).toEqual([1, expect.stringContaining('Gate failed: 1 of 1 scenario failed.')])
  })

  it('refuses JSON that is nested too deeply', { timeout: 60_000 }, async () => {
    respond = toCalls((_request, response) =>
      response.end(`{"ok":true,"result":{"name":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}}`),
    )
    const { code, stdout } = await evaluate('a')
    expect([code, stdout]).toEqual([1, expect.stringContaining('Unexpected response')])
    expect(stdout).not.toContain('call stack')
  })

  it('gives a step a limited time, however steadily the response arrives', async () => {
    respond = (_request, response) => {
      const drip = setInterval(() => response.write(' '), 20)
      response.once('close', () => clearInterval(drip))
    }
    const call = createCaller({ url, fetch }, undefined, undefined, 300)
    await expect(call({ form: 'tool', tool: 'api.shop.search', input: {} })).rejects.toThrow(
      'The response was not complete after 0.3 seconds.',
    )
  })
})
