/** `fw build --target netlify`: the output in its documented format, on a platform of the tests, without Netlify's command line. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startRedis, type TestRedis } from '../servers/redis.ts'
import { NETLIFY_ORIGIN, NETLIFY_SENDER, type NetlifyPlatform, startNetlify } from './netlify-platform.ts'
import { buildTarget, listSecrets, readRuns, removeBuild, SCHEDULE_FILES, SECRET } from './target-app.ts'
import { testTranscript } from './transcript.ts'

let folder: string
const database = () => join(folder, 'shop.db')
beforeAll(async () => {
  folder = await buildTarget('netlify', "data: process.env.DATA_URL as 'memory',", {
    ...SCHEDULE_FILES,
    'public/assets/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  })
})
afterAll(() => removeBuild(folder))

describe('a site with two instances', () => {
  let platform: NetlifyPlatform
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startRedis()
    platform = await startNetlify(folder, join(folder, 'dist/netlify'), {
      PATH: process.env.PATH,
      GREETING: 'hello',
      SESSION_SECRET: SECRET,
      SHOP_DB: database(),
      DATA_URL: redis.url,
    })
  })
  afterAll(async () => {
    await platform?.close()
    await redis.close()
  })

  testTranscript(() => ({
    origin: NETLIFY_ORIGIN,
    sender: NETLIFY_SENDER,
    send: (path, init) => platform.send(path, init),
  }))

  test('limits another address separately', async () => {
    expect((await platform.send('/limited')).status).toBe(429)
    expect((await platform.send('/limited', {}, '198.51.100.21')).status).toBe(200)
  })

  test('continues while announced work runs, and is stopped after it', async () => {
    await expect.poll(() => platform.instances.every((instance) => instance.isFrozen())).toBe(true)
    await (await platform.send('/later', { method: 'POST', headers: { origin: NETLIFY_ORIGIN } })).text()
    await pause(100)
    expect(platform.instances.map((instance) => instance.isFrozen()).sort()).toEqual([false, true])
    await expect.poll(() => platform.instances.every((instance) => instance.isFrozen())).toBe(true)
  })

  test('runs a schedule when the platform invokes its function, each time once', async () => {
    expect(readRuns(database())).toEqual([])
    for (const _time of [1, 2]) expect((await platform.runSchedule('fw-schedule-weekly')).status).toBe(204)
    expect(readRuns(database())).toEqual([expect.stringMatching(/T03:00:00\.000Z$/)])
    expect((await platform.send('/.netlify/functions/fw-schedule-weekly', { method: 'POST' })).status).toBe(404)
  })

  test('serves files that change without `immutable`', async () => {
    const logo = await platform.send('/assets/logo.svg')
    expect([logo.status, logo.headers.get('cache-control')]).toEqual([200, 'public,max-age=0,must-revalidate'])
    expect(logo.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('responds to a missing file with the page of the app', async () => {
    const missing = await platform.send('/assets/missing-0123abcd.js')
    expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(missing.headers.get('cache-control')).not.toContain('immutable')
  })

  test('does not run a body that is larger than the limit of the platform', async () => {
    const headers = { 'content-type': 'application/octet-stream' }
    const body = Buffer.alloc(4_800_000)
    expect((await platform.send('/_fw/api/catalogue.search', { method: 'POST', headers, body })).status).toBe(413)
  })

  test('declares a function for every path except those of the platform, files first, and one for each schedule', () => {
    expect(platform.functions).toMatchObject({
      fw: { path: '/*', excludedPath: '/.netlify/*', preferStatic: true, nodeBundler: 'none', includedFiles: ['**'] },
      'fw-schedule-weekly': { schedule: '0 3 * * 1' },
      'fw-schedule-idle': { schedule: '*/15 * * * *' },
    })
    expect(platform.functions['fw-schedule-weekly']).not.toHaveProperty('path')
  })
})

test('contains the files that the function loads, the native packages of the app, no source maps and no secrets', () => {
  const own = join(folder, '.netlify/v1')
  const files = readdirSync(own, { recursive: true, encoding: 'utf8' })
  expect(files).toEqual(
    expect.arrayContaining([
      'config.json',
      'functions/fw/fw.mjs',
      'functions/fw/server/netlify.js',
      'functions/fw/node_modules/libsql',
    ]),
  )
  expect(files).not.toContain('functions/fw/server/index.js')
  const published = readdirSync(join(folder, 'dist/netlify'), { recursive: true, encoding: 'utf8' })
  expect(published).toContain('favicon.svg')
  expect(
    [...files, ...published].filter((file) => !file.includes('node_modules/') && /\.(?:map|br|gz)$/.test(file)),
  ).toEqual([])
  expect([...listSecrets(own), ...listSecrets(join(folder, 'dist/netlify'))]).toEqual([])
})
