/** `fw build --target netlify`: the output in its documented format, on a platform of the tests, without Netlify's command line. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startRedis, type TestRedis } from '../servers/redis.ts'
import { createFunctionEnv, FUNCTION_DATA, FUNCTION_FILES, testFunction } from './function-transcript.ts'
import { type NetlifyPlatform, startNetlify } from './netlify-platform.ts'
import { buildTarget, listSecrets, readRuns, removeBuild } from './target-app.ts'

let folder: string
const database = () => join(folder, 'shop.db')
beforeAll(async () => {
  folder = await buildTarget('netlify', FUNCTION_DATA, FUNCTION_FILES)
})
afterAll(() => removeBuild(folder))

describe('a site with two instances', () => {
  let platform: NetlifyPlatform
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startRedis()
    platform = await startNetlify(folder, join(folder, 'dist/netlify'), createFunctionEnv(database(), redis.url))
  })
  afterAll(async () => {
    await platform?.close()
    await redis.close()
  })

  testFunction(() => platform)

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
