/** A generated client with every kind of value, with addresses, schemas, files, errors, and a page of another site. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Chromium, launchChromium } from '../browser/chromium.ts'
import { type Running, startFw } from '../cli/support/fixture.ts'
import { runFw } from '../playground/built-example.ts'
import { type Consumer, createConsumer } from './consumer.ts'
import { DEPOT, MAIN } from './programs.ts'

const FOLDER = import.meta.dirname

let target: string
let site: Server
let siteOrigin: string
let app: Running
let origin: string
let consumer: Consumer
let chromium: Chromium
beforeAll(async () => {
  target = mkdtempSync(join(tmpdir(), 'fw-depot-'))
  site = createServer((_, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end('<!doctype html><link rel="icon" href="data:,"><title>Other</title>'),
  )
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
  siteOrigin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  const root = join(target, 'depot')
  mkdirSync(root)
  cpSync(join(FOLDER, 'apps/depot'), root, { recursive: true })
  symlinkSync(resolve(FOLDER, '../../node_modules'), join(root, 'node_modules'))
  const parts = join(root, 'src/server/spare-parts.api.ts')
  writeFileSync(parts, readFileSync(parts, 'utf8').replaceAll('PAGE_ORIGIN', siteOrigin))
  await runFw(['build'], root)
  await runFw(['export', 'client', '--out', 'client', '--name', '@acme/depot'], root)
  app = await startFw(root, ['start', '--port', '0', '--host', '127.0.0.1'])
  origin = app.url.replace(/\/$/, '')
  consumer = await createConsumer(join(root, 'client'), { 'call-all.ts': DEPOT, 'main.ts': MAIN })
  chromium = await launchChromium()
}, 300_000)
afterAll(async () => {
  await chromium?.close()
  consumer?.remove()
  await app?.stop('SIGTERM')
  await new Promise((done) => site?.close(done))
  if (target !== undefined) rmSync(target, { recursive: true, force: true })
})

/** The results that pages of other sites receive too. */
const ADDRESSES = {
  parts: 1,
  added: true,
  filter: { words: ['a', 'b & c'], since: '2026-01-01T00:00:00.000Z', owner: { name: 'Ann', active: true }, limit: 5 },
  since: true,
  put: 'nut 1 ü',
  putAdded: true,
  full: [409, 'The shelf has no room for 101 pieces.'],
  stranger: 'out_of_scope',
}

const REQUESTS = [
  {
    method: 'GET',
    path: '/v1/parts?words=a&words=b+%26+c&since=2026-01-01T00%3A00%3A00.000Z&owner.name=Ann&owner.active=true&limit=5',
  },
  { method: 'PUT', path: '/v1/parts/nut%201%20%C3%BC' },
  { method: 'PUT', path: '/v1/parts/nut' },
]

const RECEIVED = {
  ...ADDRESSES,
  empty: [],
  slash: 'a/b',
  gone: true,
  texts: ['number 1', 'string 1'],
  types: ['Date', 'BigInt', 'URL', 'Uint8Array', 'Set', 'Map'].map((name) => `[object ${name}]`),
  same: Array.from({ length: 8 }, () => true),
  mode: 'plain',
  measured: { sizes: [3, 1, 1, 20_000], sum: 20_130 },
  text: '2 for Ada',
  aborted: 'Error: enough',
  late: true,
  bound: true,
  again: '3 for Bob',
  proposals: ['api.spare-parts.order', 'api.spare-parts.remove'],
  parts: ['Four ', 'bolts.', 'text'],
  requests: [
    ...REQUESTS,
    { method: 'POST', path: '/_fw/api/spare-parts.list' },
    { method: 'POST', path: '/_fw/api/spare-parts.put' },
    { method: 'DELETE', path: '/v1/parts/nut%201%20%C3%BC' },
    { method: 'POST', path: '/_fw/api/spare-parts.send' },
    { method: 'POST', path: '/_fw/api/spare-parts.send' },
    { method: 'POST', path: '/_fw/api/values.echo' },
    { method: 'POST', path: '/_fw/api/values.measure' },
    { method: 'POST', path: '/_fw/api/values.book' },
    { method: 'POST', path: '/_fw/api/values.wait' },
    { method: 'POST', path: '/_fw/api/values.wait' },
    { method: 'GET', path: '/v1/parts' },
    { method: 'POST', path: '/_fw/api/values.book' },
    { method: 'POST', path: '/_fw/agent' },
  ],
}

describe('a generated client', { timeout: 120_000 }, () => {
  it('compiles with strict options', async () => {
    expect(await consumer.compile()).toBe('')
  })

  it.each(['Node', 'Bun', 'Deno'] as const)('sends and receives every kind of value under %s', async (runtime) => {
    expect(await consumer.run(runtime, 'main.js', origin)).toEqual(RECEIVED)
  })

  it('reads streams with a fetch that has no body streams', async () => {
    expect(await consumer.run('Node', 'main.js', origin, 'without-streams')).toEqual(RECEIVED)
  })

  it('calls functions with an address and cors from a page of another site', async () => {
    const { page } = await chromium.open(siteOrigin)
    const code = await consumer.bundle('call-all.js')
    const received: unknown = await page.evaluate(`${code};program.callAll('${origin}').then(JSON.stringify)`)
    expect(JSON.parse(received as string)).toEqual({ ...ADDRESSES, requests: REQUESTS })
  })
})
