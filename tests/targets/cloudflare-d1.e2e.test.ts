/** A Worker whose data is in D1, in Miniflare: the shop's transcript, approvals of several isolates, crashes and limits. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copySources, runFw } from '../playground/built-example.ts'
import type { TestMiniflare } from '../servers/miniflare.ts'
import { HOST, OTHER_ISOLATE, SENDER } from '../servers/workerd.ts'
import { listWorkerFiles, startWorkerOnMiniflare } from './cloudflare-app.ts'
import { buildTarget, removeBuild, SECRET } from './target-app.ts'
import { testTranscript } from './transcript.ts'

const WRANGLER = `{
  "d1_databases": [{ "binding": "FW_D1", "database_name": "shop", "database_id": "11111111-2222-3333-4444-555555555555" }],
}
`

describe('the shop with its data in D1', () => {
  const data = mkdtempSync(join(tmpdir(), 'fw-d1-'))
  let folder: string
  let miniflare: TestMiniflare
  beforeAll(async () => {
    folder = await buildTarget('cloudflare', '', { ...listWorkerFiles(), 'wrangler.jsonc': WRANGLER })
    miniflare = await startWorkerOnMiniflare(folder, { SESSION_SECRET: SECRET, GREETING: 'hello' }, data)
  }, 120_000)
  afterAll(async () => {
    await miniflare?.close()
    removeBuild(folder)
    rmSync(data, { recursive: true, force: true })
  })

  testTranscript(() => ({
    send(path, init) {
      const headers = new Headers(init?.headers)
      // Miniflare compresses, and then it sends the parts of a stream together.
      headers.set('accept-encoding', 'identity')
      return fetch(miniflare.url + path, { redirect: 'manual', ...init, headers })
    },
    origin: `https://${HOST}`,
    sender: SENDER,
  }))

  test('stores the data of the transcript in the tables of the database', () => {
    const database = openDatabase(data)
    expect(database.prepare('select state, ended from fw_proposals').all()).toEqual([{ state: 'executed', ended: 1 }])
    expect(database.prepare('select count(*) as hits from fw_hits').get()).toMatchObject({ hits: 2 })
    database.close()
  })
})

describe('the starter with its data in D1', () => {
  const data = mkdtempSync(join(tmpdir(), 'fw-d1-'))
  let folder: string
  let miniflare: TestMiniflare
  beforeAll(async () => {
    folder = copySources('starter', { 'wrangler.jsonc': WRANGLER })
    await runFw(['build', '--target', 'cloudflare'], folder)
    miniflare = await startWorkerOnMiniflare(folder, {}, data)
  }, 120_000)
  afterAll(async () => {
    await miniflare?.close()
    removeBuild(folder)
    rmSync(data, { recursive: true, force: true })
  })

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(miniflare.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const park = async (): Promise<string> => {
    const parked = await post('/_fw/api/notes.clear', {}, { 'x-fw-origin': 'agent' })
    return parked.headers.get('x-fw-proposal') ?? ''
  }

  test('keeps a pending call over a crash, and exactly one of many approvals in two isolates runs it', async () => {
    const id = await park()
    expect(id).toMatch(/^[\w-]{24,}$/)
    await miniflare.close()
    miniflare = await startWorkerOnMiniflare(folder, {}, data)
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => post('/_fw/approve', { id }, index % 2 === 0 ? {} : OTHER_ISOLATE)),
    )
    const results = await Promise.all(responses.map((response) => response.json()))
    expect(results.filter(({ ok }) => ok)).toEqual([expect.objectContaining({ result: { deleted: 1 } })])
    expect(responses.filter(({ status }) => status === 404)).toHaveLength(19)
  })

  test('leaves the tables of a newer version alone, and responds with 503', async () => {
    await miniflare.close()
    const database = openDatabase(data)
    database.exec('update fw_version set version = 99')
    database.close()
    miniflare = await startWorkerOnMiniflare(folder, {}, data)
    const refused = await post('/_fw/api/notes.clear', {}, { 'x-fw-origin': 'agent' })
    expect([refused.status, (await refused.json()).code]).toEqual([503, 'unavailable'])
    expect((await post('/_fw/api/notes.search', {})).status).toBe(200)
  })
})

/** Opens the file in which Miniflare stores the only database. */
function openDatabase(data: string): Database.Database {
  const folder = join(data, 'd1/miniflare-D1DatabaseObject')
  const [file = ''] = readdirSync(folder).filter((name) => /^[\da-f]{64}\.sqlite$/.test(name))
  return new Database(join(folder, file))
}
