/** Schedules in a server: who they are, what holds them back, who runs them and until when. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AuditEntry } from '../../runtime/src/contract/api.ts'
import type { LogLine } from '../../runtime/src/contract/config/log.ts'
import type { Schedule, ScheduleCall, ScheduleDefinition } from '../../runtime/src/contract/config/schedule.ts'
import { serve } from '../../runtime/src/host.ts'
import { api, FwError, schedule, schema, str } from '../../runtime/src/index.ts'
import { tickTimes } from '../../runtime/src/schedule/tick-times.ts'
import { createFwServer, type FwServer, type FwServerOptions } from '../../runtime/src/server.ts'

const open: FwServer[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})

function desk() {
  const done: string[] = []
  const input = schema({ to: str() })
  const tool = (name: string, more: object) =>
    api({
      description: 'Pays.',
      input,
      ...more,
      run: ({ input: { to } }) => {
        done.push(`${name} ${to}`)
        return { to }
      },
    })
  const apis = {
    pay: tool('pay', { guard: 'auto' }),
    big: tool('big', { guard: 'confirm' }),
    never: tool('never', { guard: 'forbidden' }),
    staff: tool('staff', { guard: 'auto', scopes: ['staff'] }),
  }
  return { done, apis, modules: { desk: apis } }
}

type Run = (call: ScheduleCall) => unknown

function start(run: Run, options: FwServerOptions = {}, ctx?: ScheduleDefinition['ctx']) {
  const audit: AuditEntry[] = []
  const lines: LogLine[] = []
  const sweep = schedule({ every: '1m', run, ...(ctx === undefined ? {} : { ctx }) })
  const server = createFwServer({
    schedules: { sweep },
    onAudit: (entry) => void audit.push(entry),
    log: (line) => void lines.push(line),
    ...options,
  })
  open.push(server)
  return { server, audit, lines }
}

const post = (server: FwServer, path: string, body: unknown) =>
  server.fetch(
    new Request(`http://localhost${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )

describe('API calls of a schedule', () => {
  test('takes the way of every call: checked, audited, an agent to the guards', async () => {
    const { done, apis, modules } = desk()
    const { server, audit } = start(() => apis.pay({ to: 'ann' }), { apis: modules })
    await server.runSchedule('sweep')
    expect(done).toEqual(['pay ann'])
    expect(audit).toMatchObject([{ tool: 'api.desk.pay', origin: 'agent', ok: true, input: { to: 'ann' } }])
    expect(audit[0]?.requestId).toMatch(/./)
    const wrong = start(() => apis.pay({} as { to: string }), { apis: desk().modules })
    await expect(wrong.server.runSchedule('sweep')).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('a confirm tool needs approval: the run ends there, and the approval runs only the call', async () => {
    const { done, apis, modules } = desk()
    const steps: string[] = []
    const run: Run = async () => {
      steps.push('before')
      await apis.big({ to: 'ann' })
      steps.push('after')
    }
    const { server, audit } = start(run, { apis: modules })
    await server.runSchedule('sweep')
    expect([steps, done]).toEqual([['before'], []])
    const id = audit[0]?.proposal
    expect((await post(server, '/_fw/approve', { id })).status).toBe(200)
    expect([steps, done]).toEqual([['before'], ['big ann']])
  })

  test('a proposal belongs to the subject of its ctx, which alone may resolve it', async () => {
    const { done, apis, modules } = desk()
    const ctxFor = (req: Request) => ({ userId: req.headers.get('x-user') ?? undefined })
    const { server, audit } = start(() => apis.big({ to: 'ann' }), { apis: modules, ctxFor }, { userId: 'ann' })
    await server.runSchedule('sweep')
    const approve = (user: string) =>
      server.fetch(
        new Request('http://localhost/_fw/approve', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-user': user },
          body: JSON.stringify({ id: audit[0]?.proposal }),
        }),
      )
    expect((await approve('bob')).status).toBe(404)
    expect((await approve('ann')).status).toBe(200)
    expect(done).toEqual(['big ann'])
  })

  test('is refused where no agent may call it, and where a scope is missing', async () => {
    const { done, apis, modules } = desk()
    const never = start(() => apis.never({ to: 'ann' }), { apis: modules })
    await expect(never.server.runSchedule('sweep')).rejects.toMatchObject({ code: 'forbidden' })
    const without = start(() => apis.staff({ to: 'ann' }), { apis: modules })
    await expect(without.server.runSchedule('sweep')).rejects.toMatchObject({ code: 'out_of_scope' })
    expect(done).toEqual([])
    const asStaff = start(
      () => apis.staff({ to: 'ann' }),
      { apis: modules },
      () => ({ scopes: ['staff'] }),
    )
    await asStaff.server.runSchedule('sweep')
    expect(done).toEqual(['staff ann'])
  })
})

describe('the ctx of a schedule', () => {
  test('is what ctxFor makes of a caller without cookies, an agent', async () => {
    const seen: unknown[] = []
    const ctxFor = (req: Request) => ({ who: [req.headers.get('cookie'), req.headers.get('x-fw-origin')] })
    const { server } = start(({ ctx, name }) => void seen.push(name, (ctx as { who?: unknown }).who), { ctxFor })
    await server.runSchedule('sweep')
    expect(seen).toEqual(['sweep', [null, 'agent']])
  })

  test('is its own where ctxFor refuses everybody', async () => {
    const ctxFor = () => {
      throw new FwError('unauthenticated')
    }
    const refused = start(() => undefined, { ctxFor })
    await expect(refused.server.runSchedule('sweep')).rejects.toMatchObject({ code: 'unauthenticated' })
    const own = start(() => undefined, { ctxFor }, { userId: 'night' })
    await own.server.runSchedule('sweep')
  })

  test('has headers that are never sent, which is logged', async () => {
    const { server, lines } = start(({ ctx }) => ctx.headers.append('set-cookie', 'a=b'))
    await server.runSchedule('sweep')
    expect(lines.map(({ msg }) => msg)).toContainEqual(expect.stringContaining('The schedule "sweep" set ctx.headers'))
  })
})

describe('the clock', () => {
  beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-22T10:00:30Z') }))
  afterEach(() => vi.useRealTimers())

  test('runs nothing before startSchedules, and once for however many calls of it', async () => {
    let runs = 0
    const { server } = start(() => {
      runs += 1
    })
    await vi.advanceTimersByTimeAsync(120_000)
    expect(runs).toBe(0)
    await Promise.all([server.startSchedules(), server.startSchedules()])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(runs).toBe(1)
    expect(await server.listSchedules()).toMatchObject([{ name: 'sweep', when: 'every 1m', runs: 1, failures: 0 }])
  })

  test('ends with the server', async () => {
    let runs = 0
    const { server } = start(() => {
      runs += 1
    })
    await server.startSchedules()
    const closing = server.close()
    await vi.advanceTimersByTimeAsync(120_000)
    await closing
    await server.startSchedules()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(runs).toBe(0)
  })
})

test('a platform runs a time of a schedule once, and gets an error for a name without a schedule', async () => {
  const times: string[] = []
  const { server } = start(({ scheduledAt }) => void times.push(scheduledAt.toISOString()))
  const now = Date.parse('2026-11-22T10:00:30Z')
  expect(await server.runScheduledTime('sweep', now)).toBe(true)
  expect(await server.runScheduledTime('sweep', now + 10_000)).toBe(false)
  expect(await server.runScheduledTime('sweep', now + 60_000)).toBe(true)
  expect(times).toEqual(['2026-11-22T10:00:00.000Z', '2026-11-22T10:01:00.000Z'])
  await expect(server.runScheduledTime('sweeps', now)).rejects.toThrow('The app has no schedule "sweeps".')
  await expect(createFwServer().runScheduledTime('sweep', now)).rejects.toThrow('The app has no schedule "sweep".')
})

test('a stopping server waits for the current run', async () => {
  let ended = false
  let begin: () => void = () => undefined
  let release: () => void = () => undefined
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const every = '1s' as const
  const run = async () => {
    begin()
    await released
    ended = true
  }
  const server = createFwServer({ schedules: { sweep: schedule({ every, run }) }, log: () => undefined })
  const listening = await serve(server, { port: 0 })
  await server.startSchedules()
  await begun
  const closing = listening.close()
  release()
  await closing
  expect(ended).toBe(true)
})

test('an export that is not a schedule is refused at start, and an invalid cron expression when schedules start', async () => {
  expect(() => createFwServer({ schedules: { helper: (() => 1) as never } })).toThrow(
    'src/schedules.ts exports "helper", which is not a schedule.',
  )
  const server = createFwServer({ schedules: { odd: schedule({ cron: '61 * * * *', run: () => undefined }) } })
  open.push(server)
  await expect(server.startSchedules()).rejects.toThrow('Invalid value for minute: 61')
})

describe('docs/guide/schedules.md', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const page = readFileSync(join(root, 'docs/guide/schedules.md'), 'utf8')
  const folder = mkdtempSync(join(tmpdir(), 'fw-doc-'))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('the example works as documented', async () => {
    const code = /^```ts\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? ''
    const done: unknown[] = []
    const keep = (name: string) => (input: unknown) => void done.push([name, input])
    Object.assign(globalThis, { orders: { expire: keep('expire'), refund: keep('refund') } })
    const file = join(folder, 'schedules.ts')
    const here = code
      .replace("'@fw/runtime'", JSON.stringify(join(root, 'runtime/src/index.ts')))
      .replace(/^import (\{ expire, refund \}) from .*$/m, 'const $1 = globalThis.orders')
    writeFileSync(file, here)
    const schedules = { ...((await import(file)) as Record<string, Schedule>) }
    const server = createFwServer({ schedules, now: () => Date.parse('2026-07-03T12:07:00Z'), log: () => undefined })
    open.push(server)
    const listed = [...(await server.listSchedules())].sort((one, other) => (one.name < other.name ? -1 : 1))
    expect(listed.map(({ name, when, next }) => [name, when, new Date(next ?? 0).toISOString()])).toEqual([
      ['refunds', '0 3 * * MON-FRI', '2026-07-06T01:00:00.000Z'],
      ['sweep', 'every 15m', '2026-07-03T12:15:00.000Z'],
    ])
    await server.runSchedule('sweep')
    await server.runSchedule('refunds')
    expect(done).toEqual([
      ['expire', { before: '2026-07-03T12:07:00.000Z' }],
      ['refund', { order: 'o-1' }],
    ])
  })

  test('its nicknames are times, and its numbers those of the code', () => {
    const names = [...page.matchAll(/`(@\w+)`/g)].map(([, name = '']) => name)
    expect(names).toHaveLength(5)
    for (const cron of names) expect(tickTimes('x', { cron, run: () => undefined }).next(0)).toBeGreaterThan(0)
    const sources = ['keep-schedule', 'claim-tick'].map((name) =>
      readFileSync(join(root, `runtime/src/schedule/${name}.ts`), 'utf8'),
    )
    for (const line of ['LATE_MS = 60_000', 'RETRY_MS = 5_000', 'LAST_WORDS_MS = 1_000'])
      expect(sources[0]).toContain(line)
    for (const line of ['LEASE_MS = 30_000', 'RENEW_MS = 10_000']) expect(sources[1]).toContain(line)
  })
})
