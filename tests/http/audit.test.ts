import { expect, test } from 'vitest'
import type { AuditEntry } from '../../runtime/src/contract/api.ts'
import { api, FwError, schema, str } from '../../runtime/src/index.ts'
import { AGENT, describeTransports } from './transports.ts'

const note = api({ description: 'Notes.', input: schema({ text: str() }), run: ({ input }) => input.text })
const staff = api({ description: 'Staff.', scopes: ['staff'], input: schema({ text: str() }), run: () => 1 })
const held = api({ description: 'Held.', guard: 'confirm', input: schema({ text: str() }), run: () => 'ran' })
const failing = api({
  description: 'Fails.',
  input: schema({ text: str() }),
  run: () => {
    throw new TypeError('no such thing')
  },
})
const slow = api({ description: 'Slow.', timeoutMs: 5, input: schema({}), run: () => new Promise(() => undefined) })
const apis = { pad: { note, staff, held, failing, slow } }

describeTransports('the audit', (start) => {
  const listen = () => {
    const entries: AuditEntry[] = []
    return { entries, onAudit: (entry: AuditEntry) => void entries.push(entry) }
  }
  const brief = (entries: readonly AuditEntry[]) => entries.map(({ tool, ok, code }) => [tool, ok, code])

  test('SRV-21 EVT-01 SRV-33 receives every dispatch: tool, origin, guard, ok, and the input', async () => {
    const { entries, onAudit } = listen()
    const before = Date.now()
    const { call } = await start({ apis, onAudit, ctxFor: () => ({ userId: 7 }) })
    await call('pad.note', { text: 'a' })
    await call('pad.note', { text: 'a' }, AGENT)
    expect(entries).toMatchObject([
      { tool: 'api.pad.note', origin: 'human', guard: 'auto', ok: true, input: { text: 'a' }, subject: '7' },
      { tool: 'api.pad.note', origin: 'agent', guard: 'auto', ok: true, input: { text: 'a' }, subject: '7' },
    ])
    for (const entry of entries) {
      expect(entry.at).toBeGreaterThanOrEqual(before)
      expect(entry.durationMs).toBeGreaterThanOrEqual(0)
      for (const absent of ['error', 'code', 'agent', 'proposal', 'tainted']) expect(entry).not.toHaveProperty(absent)
    }
  })

  test('SRV-21 hears of every refusal too: by name, site, method, signature, ctx, scope, guard, input and time', async () => {
    const { entries, onAudit } = listen()
    const agents = { webBotAuth: { keys: [] }, policy: 'require' } as const
    const ctxFor = (req: Request) => {
      if (req.headers.get('x-user') === 'banned') throw new FwError('unauthenticated')
      return {}
    }
    const { call, request } = await start({ apis, onAudit, agents, ctxFor })
    await call('pad.nothing', { text: 'a' })
    await call(`pad.${'x'.repeat(500)}`)
    await call('pad.note', { text: 'a' }, { 'sec-fetch-site': 'cross-site' })
    await request('/_fw/api/pad.note')
    await call('pad.note', { text: 'a' }, AGENT)
    await call('pad.note', { text: 'a' }, { 'x-user': 'banned' })
    await call('pad.staff', { text: 'a' })
    await call('pad.note', {})
    await call('pad.slow')
    expect(brief(entries)).toEqual([
      ['api.pad.nothing', false, 'unknown_tool'],
      [`api.pad.${'x'.repeat(192)}`, false, 'unknown_tool'],
      ['api.pad.note', false, 'cross_site_denied'],
      ['api.pad.note', false, 'method_not_allowed'],
      ['api.pad.note', false, 'agent_required'],
      ['api.pad.note', false, 'unauthenticated'],
      ['api.pad.staff', false, 'out_of_scope'],
      ['api.pad.note', false, 'invalid_input'],
      ['api.pad.slow', false, 'unavailable'],
    ])
    expect(entries[7]?.issues).toEqual([{ path: 'text', message: expect.any(String) }])
    // No record of an unread body; an unknown tool never runs.
    expect(entries[2]).toMatchObject({ input: undefined, guard: 'auto' })
    expect(entries[0]).toMatchObject({ input: undefined, guard: 'forbidden' })
  })

  test('a pending call, its approval and its failure have the proposal, redacted everywhere', async () => {
    const { entries, onAudit } = listen()
    const redact = (tool: string, input: unknown) => (input === undefined ? input : `${tool}: ***`)
    const { call, post } = await start({ apis, onAudit, redact })
    const { id } = (await call('pad.held', { text: 'secret' }, AGENT)).body.result as { id: string }
    await post('/_fw/approve', { id })
    await call('pad.failing', { text: 'secret' })
    await call('pad.note', { text: 5 })
    await call('pad.note', { text: 'secret', secret: 1 })
    expect(entries.map(({ tool, origin, ok, proposal }) => [tool, origin, ok, proposal])).toEqual([
      ['api.pad.held', 'agent', true, id],
      ['api.pad.held', 'human', true, id],
      ['api.pad.failing', 'human', false, undefined],
      ['api.pad.note', 'human', false, undefined],
      ['api.pad.note', 'human', false, undefined],
    ])
    expect(entries.map(({ input }) => input)).toEqual(entries.map(({ tool }) => `${tool}: ***`))
  })

  test('a redact that throws hides the input, and a subjectOf that throws the subject; the entry is created anyway', async () => {
    const { entries, onAudit } = listen()
    const boom = () => {
      throw new Error('broken')
    }
    const { call } = await start({ apis, onAudit, redact: boom, subjectOf: boom })
    expect((await call('pad.note', { text: 'secret' })).status).toBe(200)
    expect(entries).toMatchObject([{ tool: 'api.pad.note', ok: true, input: undefined }])
    expect(entries[0]).not.toHaveProperty('subject')
  })

  test('a redact that returns a promise hides the input too: the entry does not wait', async () => {
    const audit: AuditEntry[] = []
    const lines: string[] = []
    for (const redact of [async () => 'later', () => Promise.reject(new Error('too late'))]) {
      const { call } = await start({
        apis: { shop: { look: api({ description: 'Look.', run: () => 'seen' }) } },
        onAudit: (entry) => void audit.push(entry),
        redact,
        log: ({ msg, err }) => void lines.push(`${msg} ${String(err)}`),
      })
      expect((await call('shop.look')).status).toBe(200)
    }
    expect(audit.map(({ input }) => input)).toEqual([undefined, undefined])
    expect(lines).toEqual(Array(2).fill(expect.stringContaining('redact')))
  })

  test('a sink that throws, rejects or returns an odd promise fails no call', async () => {
    const logged: string[] = []
    const sinks = [
      () => {
        throw new Error('thrown')
      },
      async () => {
        throw new Error('rejected')
      },
      // biome-ignore lint/suspicious/noThenProperty: a promise of another library
      () => ({ then: (_: unknown, reject: (error: Error) => void) => reject(new Error('foreign')) }) as Promise<void>,
    ]
    for (const onAudit of sinks) {
      const { call } = await start({ apis, onAudit, approvals: 'open', log: ({ msg }) => logged.push(msg) })
      expect((await call('pad.note', { text: 'a' })).status).toBe(200)
    }
    await expect.poll(() => logged).toEqual(['onAudit failed.', 'onAudit failed.', 'onAudit failed.'])
  })

  test('a call of an unknown tool over MCP is refused and heard of', async () => {
    const { entries, onAudit } = listen()
    const { post } = await start({ apis, onAudit })
    const rpc = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'pad__nothing' } }
    expect((await post('/_fw/mcp', rpc)).body).toMatchObject({ error: { message: 'Unknown tool: pad__nothing' } })
    expect(brief(entries)).toEqual([['pad__nothing', false, 'unknown_tool']])
  })
})
