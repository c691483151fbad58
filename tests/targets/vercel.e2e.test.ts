/** `fw build --target vercel`: the output in its documented format, on a platform of the tests, without Vercel's command line. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startRedis, type TestRedis } from '../servers/redis.ts'
import { createFunctionEnv, FUNCTION_DATA, FUNCTION_FILES, testFunction } from './function-transcript.ts'
import { buildTarget, listSecrets, readRuns, removeBuild } from './target-app.ts'
import { startVercel, type VercelPlatform } from './vercel-platform.ts'

const CRON_SECRET = 'a secret of the cron jobs'
const RAN_BEFORE = 'This time ran already, or the last run has not finished.\n'

let folder: string
const database = () => join(output, 'shop.db')
/** The output as it is uploaded: without the packages of the repository. */
let output: string
beforeAll(async () => {
  folder = await buildTarget('vercel', FUNCTION_DATA, {
    ...FUNCTION_FILES,
    'public/.well-known/apple-app-site-association': '{}',
  })
  output = mkdtempSync(join(tmpdir(), 'fw-vercel-'))
  cpSync(join(folder, '.vercel/output'), output, { recursive: true })
})
afterAll(() => {
  removeBuild(folder)
  rmSync(output, { recursive: true, force: true })
})

describe('a deployment with two instances', () => {
  let platform: VercelPlatform
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startRedis()
    platform = await startVercel(output, { ...createFunctionEnv(database(), redis.url), CRON_SECRET })
  })
  afterAll(async () => {
    await platform?.close()
    await redis.close()
  })

  testFunction(() => platform)

  test('runs a schedule when the cron of the platform requests it, each time once', async () => {
    const path = '/_fw/schedules/weekly'
    for (const authorization of ['', 'Bearer ', 'Bearer another secret', CRON_SECRET])
      expect((await platform.send(path, { headers: { authorization } })).status).toBe(401)
    expect(readRuns(database())).toEqual([])
    const texts = await Promise.all([1, 2, 3].map(async () => (await platform.runCron(path)).text()))
    expect(texts.sort()).toEqual(['The schedule ran.\n', RAN_BEFORE, RAN_BEFORE])
    expect(readRuns(database())).toEqual([expect.stringMatching(/T03:00:00\.000Z$/)])
  })

  test('serves files that change without `immutable`, and with their types', async () => {
    const logo = await platform.send('/assets/logo.svg')
    expect([logo.status, logo.headers.get('cache-control')]).toEqual([200, 'public, max-age=0, must-revalidate'])
    const association = await platform.send('/.well-known/apple-app-site-association')
    expect(association.headers.get('content-type')).toBe('application/octet-stream')
  })

  test('does not run a body that is larger than the limit of the platform', async () => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ text: 'x'.repeat(5_000_000) })
    const large = await platform.send('/_fw/api/catalogue.search', { method: 'POST', headers, body })
    expect([large.status, await large.text()]).toEqual([413, 'FUNCTION_PAYLOAD_TOO_LARGE'])
  })
})

test('contains the files that the function loads, the native packages of the app, no source maps and no secrets', () => {
  const files = readdirSync(output, { recursive: true, encoding: 'utf8' })
  expect(files).toEqual(
    expect.arrayContaining([
      'config.json',
      'functions/_fw.func/.vc-config.json',
      'functions/_fw.func/index.mjs',
      'functions/_fw.func/server/vercel.js',
      'functions/_fw.func/node_modules/libsql',
      'static/favicon.svg',
    ]),
  )
  expect(files).not.toContain('functions/_fw.func/server/index.js')
  expect(files.filter((file) => !file.includes('node_modules/') && /\.(?:map|br|gz)$/.test(file))).toEqual([])
  expect(listSecrets(output)).toEqual([])
})

test('cron jobs in UTC, which run nothing without their secret', async () => {
  expect(JSON.parse(readFileSync(join(output, 'config.json'), 'utf8')).crons).toEqual([
    { path: '/_fw/schedules/weekly', schedule: '0 3 * * 1' },
    { path: '/_fw/schedules/idle', schedule: '*/15 * * * *' },
  ])
  const other = `${database()}.other`
  const platform = await startVercel(output, createFunctionEnv(other, 'memory'), 1)
  const headers = { authorization: 'Bearer undefined' }
  expect((await platform.send('/_fw/schedules/weekly', { headers })).status).toBe(503)
  expect(readRuns(other)).toEqual([])
  await platform.close()
})

test('a function of Node with streams', () => {
  const settings = JSON.parse(readFileSync(join(output, 'functions/_fw.func/.vc-config.json'), 'utf8'))
  expect(settings).toEqual({
    runtime: expect.stringMatching(/^nodejs2[2468]\.x$/),
    handler: 'index.mjs',
    launcherType: 'Nodejs',
    shouldAddHelpers: false,
    shouldAddSourcemapSupport: false,
    supportsResponseStreaming: true,
  })
})
