/** The bytes that the two bindings of the Agent2Agent protocol send: versions, errors, refused callers, the card. */
import { expect, test } from 'vitest'
import { api, FwError } from '../../../runtime/src/index.ts'
import type { FwServerOptions } from '../../../runtime/src/server.ts'
import { ran, shop, tidyAfterEach } from '../agent-app.ts'
import { type Client, describeTransports } from '../transports.ts'

tidyAfterEach()

const V1 = { 'a2a-version': '1.0' }
const ERROR_INFO = 'type.googleapis.com/google.rpc.ErrorInfo'
const parts = [{ data: { tool: 'shop.search', input: { query: 'tea' } } }]
const message = { messageId: 'm1', role: 'ROLE_USER', parts }
const rpc = (method: string, params: unknown = {}) => ({ jsonrpc: '2.0', id: 'r1', method, params })
const options: FwServerOptions = { apis: { shop } }

/** A refusal of the JSON-RPC binding. */
interface RpcRefusal {
  readonly id: unknown
  readonly error: { readonly code: number; readonly message: string; readonly data: readonly { reason?: string }[] }
}

async function refusedRpc(client: Client, body: unknown, headers: Record<string, string> = V1) {
  const { status, body: sent } = await client.post('/_fw/a2a', body, headers)
  const { id, error } = sent as unknown as RpcRefusal
  expect(error.data[0]).toMatchObject({ '@type': ERROR_INFO, domain: expect.any(String) })
  return { status, id, code: error.code, reason: error.data[0]?.reason, error }
}

async function refusedHttp(client: Client, method: string, path: string, body?: unknown, headers: object = V1) {
  const init = {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/a2a+json' }) },
  }
  const answer = await client.request(`/_fw/a2a${path}`, {
    ...init,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const { error } = (await answer.json()) as { error: { code: number; status: string; details: { reason?: string }[] } }
  expect(answer.headers.get('content-type')).toBe('application/a2a+json')
  expect(error.details[0]).toMatchObject({ '@type': ERROR_INFO, domain: expect.any(String) })
  expect(error.code).toBe(answer.status)
  return { status: answer.status, name: error.status, reason: error.details[0]?.reason, headers: answer.headers, error }
}

describeTransports('the bindings of A2A', (start) => {
  test('a request without A2A-Version has version 0.3 and is refused; the patch number is ignored', async () => {
    const client = await start(options)
    const { error, ...refusal } = await refusedRpc(client, rpc('ListTasks'), {})
    expect(refusal).toEqual({ status: 200, id: 'r1', code: -32009, reason: 'VERSION_NOT_SUPPORTED' })
    expect(error.data[0]).toMatchObject({ metadata: { requestedVersion: '0.3', supportedVersions: '1.0' } })
    expect((await refusedRpc(client, rpc('ListTasks'), { 'a2a-version': '2.0' })).code).toBe(-32009)
    expect(await refusedHttp(client, 'GET', '/tasks', undefined, {})).toMatchObject({
      status: 400,
      name: 'FAILED_PRECONDITION',
      reason: 'VERSION_NOT_SUPPORTED',
    })
    for (const version of ['1.0', '1.0.1'])
      expect((await client.post('/_fw/a2a', rpc('ListTasks'), { 'a2a-version': version })).body.result).toBeDefined()
    expect((await client.request('/_fw/a2a/tasks?A2A-Version=1.0')).status).toBe(200)
  })

  test('JSON-RPC: every refusal has its code and an ErrorInfo, and echoes the id', async () => {
    const client = await start(options)
    const send = (change: object, more: object = {}) =>
      rpc('SendMessage', { message: { ...message, ...change }, ...more })
    const table: readonly (readonly [unknown, number, number, string])[] = [
      [rpc('message/send'), 200, -32601, 'METHOD_NOT_FOUND'],
      [rpc('GetTask'), 200, -32602, 'INVALID_PARAMS'],
      [rpc('GetTask', { id: 'x' }), 200, -32001, 'TASK_NOT_FOUND'],
      [rpc('SubscribeToTask', { id: 'x' }), 200, -32001, 'TASK_NOT_FOUND'],
      [rpc('GetExtendedAgentCard'), 200, -32004, 'UNSUPPORTED_OPERATION'],
      [
        rpc('CreateTaskPushNotificationConfig', { taskId: 'x', url: 'https://a.example' }),
        200,
        -32003,
        'PUSH_NOTIFICATION_NOT_SUPPORTED',
      ],
      [rpc('GetTaskPushNotificationConfig'), 200, -32003, 'PUSH_NOTIFICATION_NOT_SUPPORTED'],
      [rpc('ListTaskPushNotificationConfigs'), 200, -32003, 'PUSH_NOTIFICATION_NOT_SUPPORTED'],
      [rpc('SendMessage', {}), 200, -32602, 'INVALID_PARAMS'],
      [send({ messageId: '' }), 200, -32602, 'INVALID_PARAMS'],
      [send({ role: 'ROLE_AGENT' }), 200, -32602, 'INVALID_PARAMS'],
      [send({ parts: [] }), 200, -32602, 'INVALID_PARAMS'],
      [send({ parts: [{ text: 'a', data: {} }] }), 200, -32602, 'INVALID_PARAMS'],
      [send({ parts: [...parts, ...parts] }), 200, -32602, 'INVALID_PARAMS'],
      [send({ parts: [{ data: { tool: 'shop.nothing' } }] }), 200, -32602, 'INVALID_PARAMS'],
      [send({ parts: [{ url: 'https://a.example/a.png' }] }), 200, -32005, 'CONTENT_TYPE_NOT_SUPPORTED'],
      [send({ taskId: 'a b' }), 200, -32602, 'INVALID_PARAMS'],
      [send({ contextId: 'mine' }), 200, -32602, 'INVALID_PARAMS'],
      [{ ...rpc('GetTask'), params: [] }, 400, -32602, 'INVALID_PARAMS'],
      [{ ...rpc('GetTask'), jsonrpc: '1.0' }, 400, -32600, 'INVALID_REQUEST'],
    ]
    for (const [body, status, code, reason] of table) {
      const { error, ...refusal } = await refusedRpc(client, body)
      expect(refusal, JSON.stringify(body)).toEqual({ status, id: 'r1', code, reason })
    }
    const { error, ...batch } = await refusedRpc(client, [rpc('GetTask')])
    expect(batch).toEqual({ status: 400, id: null, code: -32600, reason: 'INVALID_REQUEST' })
    expect((await refusedRpc(client, { jsonrpc: '2.0', method: 'GetTask' })).code).toBe(-32600)
    expect(ran).toEqual([])
  })

  test('an error in a request names the field', async () => {
    const client = await start(options)
    const { error } = await refusedRpc(client, rpc('ListTasks', { pageSize: 150 }))
    expect(error).toMatchObject({
      message: 'Invalid parameters: pageSize must be 1 to 100.',
      data: [
        {},
        {
          '@type': 'type.googleapis.com/google.rpc.BadRequest',
          fieldViolations: [{ field: 'pageSize', description: 'must be 1 to 100' }],
        },
      ],
    })
  })

  test('HTTP: every refusal is a google.rpc.Status with its HTTP status', async () => {
    const client = await start(options)
    const table: readonly (readonly [string, string, unknown, number, string, string])[] = [
      ['GET', '/tasks/x', undefined, 404, 'NOT_FOUND', 'TASK_NOT_FOUND'],
      ['POST', '/tasks/x:cancel', undefined, 404, 'NOT_FOUND', 'TASK_NOT_FOUND'],
      ['GET', '/tasks/x:subscribe', undefined, 404, 'NOT_FOUND', 'TASK_NOT_FOUND'],
      ['POST', '/tasks/x:subscribe', undefined, 404, 'NOT_FOUND', 'TASK_NOT_FOUND'],
      ['GET', '/tasks?pageSize=many', undefined, 400, 'INVALID_ARGUMENT', 'INVALID_PARAMS'],
      ['GET', '/tasks?status=RUNNING', undefined, 400, 'INVALID_ARGUMENT', 'INVALID_PARAMS'],
      ['GET', '/extendedAgentCard', undefined, 400, 'FAILED_PRECONDITION', 'UNSUPPORTED_OPERATION'],
      ['POST', '/tasks/x/pushNotificationConfigs', {}, 400, 'FAILED_PRECONDITION', 'PUSH_NOTIFICATION_NOT_SUPPORTED'],
      [
        'GET',
        '/tasks/x/pushNotificationConfigs',
        undefined,
        400,
        'FAILED_PRECONDITION',
        'PUSH_NOTIFICATION_NOT_SUPPORTED',
      ],
      [
        'GET',
        '/tasks/x/pushNotificationConfigs/p',
        undefined,
        400,
        'FAILED_PRECONDITION',
        'PUSH_NOTIFICATION_NOT_SUPPORTED',
      ],
      [
        'DELETE',
        '/tasks/x/pushNotificationConfigs/p',
        undefined,
        400,
        'FAILED_PRECONDITION',
        'PUSH_NOTIFICATION_NOT_SUPPORTED',
      ],
      ['POST', '/message:send', {}, 400, 'INVALID_ARGUMENT', 'INVALID_PARAMS'],
      ['POST', '/message:send', [], 400, 'INVALID_ARGUMENT', 'INVALID_REQUEST'],
      ['GET', '/message:send', undefined, 405, 'UNIMPLEMENTED', 'METHOD_NOT_ALLOWED'],
      ['GET', '/nothing', undefined, 404, 'NOT_FOUND', 'NOT_FOUND'],
      ['GET', '/tasks/x:approve', undefined, 404, 'NOT_FOUND', 'NOT_FOUND'],
      ['GET', '/tenant/tasks', undefined, 404, 'NOT_FOUND', 'NOT_FOUND'],
    ]
    for (const [method, path, body, status, name, reason] of table) {
      const refusal = await refusedHttp(client, method, path, body)
      expect([path, refusal.status, refusal.name, refusal.reason]).toEqual([path, status, name, reason])
    }
    const broken = await client.request('/_fw/a2a/message:send', {
      method: 'POST',
      headers: { ...V1, 'content-type': 'application/json' },
      body: '{',
    })
    expect(broken.status).toBe(400)
    expect(await broken.json()).toMatchObject({ error: { details: [{ reason: 'INVALID_JSON' }] } })
  })

  test('HTP-13 AUT-17 ERR-04 without the token both bindings respond with 401 and WWW-Authenticate, also to reads', async () => {
    const client = await start({ ...options, mcpAuth: { token: 'secret' } })
    const rpcAnswer = await client.post('/_fw/a2a', rpc('ListTasks'), V1)
    expect([rpcAnswer.status, rpcAnswer.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="fw"'])
    for (const [method, path] of [
      ['GET', '/tasks'],
      ['POST', '/message:send'],
      ['GET', '/extendedAgentCard'],
    ] as const) {
      const refusal = await refusedHttp(client, method, path, method === 'POST' ? {} : undefined)
      expect([refusal.status, refusal.name, refusal.reason]).toEqual([401, 'UNAUTHENTICATED', 'UNAUTHENTICATED'])
      expect(refusal.headers.get('www-authenticate')).toBe('Bearer realm="fw"')
    }
    const allowed = { ...V1, authorization: 'Bearer secret' }
    expect((await client.post('/_fw/a2a', rpc('ListTasks'), allowed)).body.result).toMatchObject({ tasks: [] })
  })

  test('refused callers, cross-site requests and other content types receive errors in the form of their binding', async () => {
    const refusing = await start({
      ...options,
      ctxFor: () => {
        throw new FwError('unauthenticated', { headers: { 'www-authenticate': 'Bearer' } })
      },
    })
    const { error, ...refusal } = await refusedRpc(refusing, rpc('SendMessage', { message }))
    expect(refusal).toEqual({ status: 401, id: 'r1', code: -32000, reason: 'UNAUTHENTICATED' })
    expect(error.message).toBe('Sign in first.')
    expect(await refusedHttp(refusing, 'GET', '/tasks')).toMatchObject({ status: 401, name: 'UNAUTHENTICATED' })
    const client = await start(options)
    const cross = { ...V1, 'sec-fetch-site': 'cross-site' }
    expect(await refusedHttp(client, 'POST', '/message:send', { message }, cross)).toMatchObject({
      status: 403,
      name: 'PERMISSION_DENIED',
    })
    const form = { ...V1, 'content-type': 'text/plain' }
    expect((await client.request('/_fw/a2a/message:send', { method: 'POST', headers: form, body: 'a=1' })).status).toBe(
      415,
    )
    expect((await client.request('/_fw/a2a')).status).toBe(405)
  })

  test('an unexpected error of the app has the id of the request, and its message only in development', async () => {
    const client = await start({
      ...options,
      production: true,
      ctxFor: () => {
        throw new Error('secret words')
      },
    })
    const { error, ...refusal } = await refusedRpc(client, rpc('ListTasks'))
    expect(refusal).toEqual({ status: 500, id: 'r1', code: -32603, reason: 'INTERNAL' })
    expect(JSON.stringify(error)).not.toContain('secret words')
    expect(error.message).toMatch(/^Error: internal error \w+/)
  })

  test("an anonymous caller finds its task by its id, and can't list tasks", async () => {
    const client = await start(options)
    const sent = await client.post('/_fw/a2a', rpc('SendMessage', { message }), V1)
    const { task } = sent.body.result as { task: { id: string; contextId: string; status: object } }
    expect(task.status).toMatchObject({ state: 'TASK_STATE_COMPLETED' })
    const got = await client.request(`/_fw/a2a/tasks/${task.id}?historyLength=0`, { headers: V1 })
    const kept = await got.json()
    expect(kept).toMatchObject({ id: task.id, artifacts: [{ parts: [{ data: { names: ['tea pot'] } }] }] })
    expect(kept).not.toHaveProperty('history')
    expect(await (await client.request('/_fw/a2a/tasks', { headers: V1 })).json()).toMatchObject({
      tasks: [],
      totalSize: 0,
    })
    const again = { ...message, contextId: task.contextId }
    const next = await client.post('/_fw/a2a', rpc('SendMessage', { message: again }), V1)
    expect(next.body.result).toMatchObject({ task: { contextId: task.contextId } })
    const ended = { ...message, taskId: task.id }
    expect((await refusedRpc(client, rpc('SendMessage', { message: ended }))).reason).toBe('UNSUPPORTED_OPERATION')
    const other = { ...ended, contextId: 'other' }
    expect((await refusedRpc(client, rpc('SendMessage', { message: other }))).reason).toBe('INVALID_PARAMS')
  })

  test("with returnImmediately the task is returned while it runs; a disconnect doesn't end it, a cancellation does", async () => {
    const steps = { begun: 0, aborted: 0 }
    let finish: () => void = () => undefined
    const slow = {
      brew: api({
        description: 'Brews tea.',
        run: ({ ctx: _ }) =>
          new Promise<string>((resolve) => {
            steps.begun += 1
            finish = () => resolve('hot')
          }),
      }),
    }
    const client = await start({ apis: { slow } })
    const brew = { ...message, parts: [{ data: { tool: 'slow.brew' } }] }
    const begin = async () => {
      const sent = await client.post(
        '/_fw/a2a',
        rpc('SendMessage', { message: brew, configuration: { returnImmediately: true } }),
        V1,
      )
      return (sent.body.result as { task: { id: string; status: { state: string } } }).task
    }
    const first = await begin()
    expect(first.status.state).toBe('TASK_STATE_WORKING')
    const busy = { ...brew, taskId: first.id }
    expect((await refusedRpc(client, rpc('SendMessage', { message: busy }))).reason).toBe('UNSUPPORTED_OPERATION')
    const watching = await client.request(`/_fw/a2a/tasks/${first.id}:subscribe`, { headers: V1 })
    finish()
    const events = (await watching.text()).split('\n\n').filter((event) => event.startsWith('data: '))
    expect(events.map((event) => Object.keys(JSON.parse(event.slice(6)) as object)[0])).toEqual([
      'task',
      'artifactUpdate',
      'statusUpdate',
    ])
    const second = await begin()
    const cancelled = await client.request(`/_fw/a2a/tasks/${second.id}:cancel`, { method: 'POST', headers: V1 })
    expect(await cancelled.json()).toMatchObject({ status: { state: 'TASK_STATE_CANCELED' } })
    finish()
    const after = await client.request(`/_fw/a2a/tasks/${second.id}`, { headers: V1 })
    expect(await after.json()).toMatchObject({ status: { state: 'TASK_STATE_CANCELED' }, artifacts: [] })
    expect(steps.begun).toBe(2)
  })
})
