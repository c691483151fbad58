/** `fw build --target lambda`: the Runtime API's client, and the handlers for Lambda's own runtime for Node. */
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startRedis, type TestRedis } from '../servers/redis.ts'
import { FUNCTION_HOST, type LambdaService, startLambdaService } from './lambda-service.ts'
import { buildTarget, readRuns, removeBuild, SCHEDULE_FILES, SECRET } from './target-app.ts'
import { testTranscript } from './transcript.ts'

let folder: string
/** The function as it is uploaded: without the packages of the repository. */
let uploaded: string
beforeAll(async () => {
  folder = await buildTarget('lambda', "data: process.env.DATA_URL as 'memory',", SCHEDULE_FILES)
  uploaded = mkdtempSync(join(tmpdir(), 'fw-lambda-'))
  cpSync(join(folder, 'dist/lambda'), uploaded, { recursive: true })
})
afterAll(() => {
  removeBuild(folder)
  rmSync(uploaded, { recursive: true, force: true })
})

const env = () => ({ GREETING: 'hello', SESSION_SECRET: SECRET, SHOP_DB: join(uploaded, 'shop.db') })

function startClient(api: string, more: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, ['bootstrap.mjs'], {
    cwd: uploaded,
    env: { PATH: process.env.PATH, AWS_LAMBDA_RUNTIME_API: api, ...more },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

describe('three instances with the client of the Runtime API', () => {
  let service: LambdaService
  let children: ChildProcess[] = []
  let redis: TestRedis
  beforeAll(async () => {
    service = await startLambdaService()
    redis = await startRedis()
    // An open stream occupies an instance, as on the platform.
    children = [1, 2, 3].map(() => startClient(service.api, { ...env(), DATA_URL: redis.url }))
  })
  afterAll(async () => {
    for (const child of children) child.kill()
    await redis.close()
    await service.close()
  })

  testTranscript(() => ({
    origin: `https://${FUNCTION_HOST}`,
    sender: '198.51.100.20',
    send: (path, init) => service.invoke(path, init),
  }))

  test('limits another address separately', async () => {
    expect((await service.invoke('/limited')).status).toBe(429)
    expect((await service.invoke('/limited', {}, '198.51.100.21')).status).toBe(200)
  })

  test('asks for the next invocation only when work after the response has ended', async () => {
    await pause(200)
    const idle = service.idle()
    const started = performance.now()
    await (await service.invoke('/later', { method: 'POST', headers: { origin: `https://${FUNCTION_HOST}` } })).text()
    await expect.poll(() => service.idle(), { interval: 10 }).toBe(idle)
    expect(performance.now() - started).toBeGreaterThan(250)
  })

  test('runs a schedule when a scheduler of the platform invokes it, each time once', async () => {
    const schedules = JSON.parse(readFileSync(join(uploaded, 'schedules.json'), 'utf8'))
    expect(schedules).toEqual([
      { name: 'weekly', expression: 'cron(0 3 ? * MON *)', input: { fwSchedule: 'weekly' } },
      { name: 'idle', expression: 'cron(*/15 * * * ? *)', input: { fwSchedule: 'idle' } },
    ])
    const results = [1, 2, 3].map(async () => (await service.invokeEvent(schedules[0].input)).json())
    expect((await Promise.all(results)).filter(({ ran }) => ran)).toHaveLength(1)
    expect(readRuns(env().SHOP_DB)).toEqual([expect.stringMatching(/T03:00:00\.000Z$/)])
    const { status } = await service.invoke('/_fw/api/catalogue.search', {
      method: 'POST',
      body: '{"fwSchedule":"weekly"}',
    })
    expect([status, readRuns(env().SHOP_DB).length]).toEqual([415, 1])
  })

  test('responds to requests that no web request can represent', async () => {
    const invoke = (method: string, more: object = {}, headers: object = {}) =>
      service.invokeEvent({
        version: '2.0',
        rawPath: '/greeting',
        rawQueryString: '',
        headers: { host: FUNCTION_HOST, ...headers },
        requestContext: { http: { method, sourceIp: '198.51.100.20' } },
        ...more,
      })
    const failures = service.failures.length
    for (const rawPath of ['/%', '/products/%ff']) expect((await invoke('GET', { rawPath })).status).toBe(404)
    const withBody = await invoke('GET', { body: 'e30=', isBase64Encoded: true })
    expect([withBody.status, await withBody.text()]).toEqual([200, 'hello'])
    for (const method of ['TRACE', 'CONNECT']) {
      const refused = await invoke(method)
      expect([refused.status, await refused.json()]).toMatchObject([405, { code: 'method_not_allowed' }])
    }
    const wrongHost = await invoke('GET', {}, { host: 'shop.example:99999' })
    expect([wrongHost.status, await wrongHost.json()]).toMatchObject([400, { code: 'invalid_request' }])
    expect((await invoke('FOO BAR')).status).toBe(400)
    expect((await invoke('GET', {}, { 'x-name': 'Łucja' })).status).toBe(400)
    for (const cookie of ['name=Łucja', 'name=a\nb'])
      expect((await invoke('GET', { cookies: [cookie] })).status).toBe(400)
    expect(service.failures.length).toBe(failures)
  })

  test('reports an event that is not a request, and handles the next one', async () => {
    const broken = service.invokeEvent({ source: 'aws.events' })
    expect((await broken).status).toBe(502)
    expect(service.failures.at(-1)).toMatchObject({ type: 'Runtime.HandlerError' })
    expect((await service.invoke('/greeting')).status).toBe(200)
  })

  test("reports a request of a form that it can't convert, such as one of a load balancer with multi-value headers", async () => {
    const balancer = {
      requestContext: {
        elb: { targetGroupArn: 'arn:aws:elasticloadbalancing:eu-central-1:000000000000:targetgroup/shop/1' },
      },
      httpMethod: 'GET',
      path: '/greeting',
      multiValueQueryStringParameters: {},
      multiValueHeaders: { host: [FUNCTION_HOST] },
      body: '',
      isBase64Encoded: false,
    }
    const withoutHeaders = { httpMethod: 'GET', path: '/greeting', headers: null, requestContext: { stage: 'test' } }
    for (const event of [balancer, withoutHeaders]) {
      const failures = service.failures.length
      expect((await service.invokeEvent(event)).status).toBe(502)
      const [failure] = service.failures.slice(failures)
      expect(JSON.parse(failure?.body ?? '')).toMatchObject({ errorType: 'TypeError' })
    }
    expect((await service.invoke('/greeting')).status).toBe(200)
  })
})

test('reports a failed start, and ends', async () => {
  const service = await startLambdaService()
  const child = startClient(service.api, { ...env(), SESSION_SECRET: '' })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  expect(code).toBe(1)
  expect(service.failures).toMatchObject([{ path: 'init/error', body: expect.stringContaining('SESSION_SECRET') }])
  await service.close()
})

test('the handlers run on the runtime for Node: one streams, one returns the response', async () => {
  const script = `
    const chunks = []
    globalThis.awslambda = {
      streamifyResponse: (handler) => handler,
      HttpResponseStream: { from: (stream, metadata) => (chunks.push(metadata), stream) },
    }
    const { handler, buffered } = await import('./index.mjs')
    const event = { version: '2.0', rawPath: '/greeting', rawQueryString: '', headers: { host: 'shop.example' }, requestContext: { http: { method: 'GET', sourceIp: '198.51.100.20' } } }
    const context = { getRemainingTimeInMillis: () => 5000 }
    const { Writable } = await import('node:stream')
    const stream = new Writable({ write(chunk, _encoding, done) { chunks.push(chunk.toString()); done() } })
    await handler(event, stream, context)
    const { statusCode, body } = await buffered(event, context)
    const refused = await buffered({ ...event, headers: { host: 'shop.example:99999' } }, context)
    console.log(JSON.stringify({ streamed: [chunks[0].statusCode, chunks[1]], returned: [statusCode, body], refused: refused.statusCode }))
    process.exit()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: uploaded,
    env: { PATH: process.env.PATH, ...env() },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  for await (const part of child.stdout) printed += part
  expect(JSON.parse(printed.trim().split('\n').at(-1) ?? '')).toEqual({
    streamed: [200, 'hello'],
    returned: [200, 'hello'],
    refused: 400,
  })
})

test('contains the files that the function loads, the native packages of the app, and no source maps', () => {
  const files = readdirSync(uploaded, { recursive: true, encoding: 'utf8' })
  expect(files).toEqual(
    expect.arrayContaining(['index.mjs', 'bootstrap.mjs', 'server/lambda.js', 'node_modules/libsql']),
  )
  expect(files).not.toContain('server/index.js')
  expect(files.filter((file) => file.startsWith('server') && file.endsWith('.map'))).toEqual([])
})
