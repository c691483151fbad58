import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { InstanceHooks, LiveTool, Manifest } from '../../runtime/src/contract/agent/manifest.ts'
import type { Proposal } from '../../runtime/src/contract/agent/proposal.ts'
import type { AuditEntry, ManifestTool } from '../../runtime/src/contract/api.ts'
import { api, FwError, int, schema, str } from '../../runtime/src/index.ts'
import type { FwServer, FwServerOptions } from '../../runtime/src/server.ts'
import { type CompiledRoutes, compileRoutes } from '../runtime/page/compiled-routes.ts'
import { describeTransports } from './transports.ts'

const CART = `import { createSignal } from 'solid-js'
import { int, intent, schema, str } from '@fw/runtime'
import { run } from './calls.ts'
export function Cart(props) {
  const [n, set] = createSignal(props.start)
  intent('add', {
    title: 'Add',
    description: 'Adds some.',
    input: schema({ by: int().default(1) }),
    output: schema({ n: int() }),
    run: ({ input }) => ({ n: set(n() + input.by) }),
  })
  const pay = intent('pay', {
    description: 'Pays.',
    guard: 'confirm',
    effect: 'irreversible',
    input: schema({ card: str(), tip: int().default(0) }),
    ready: () => n() > 0,
    run: (call) => run('pay', call, n()),
  })
  const drop = intent('drop', { description: 'Empties it.', guard: 'forbidden', run: (call) => run('drop', call) })
  const audit = intent('audit', { description: 'For staff.', scopes: ['staff'], run: (call) => run('audit', call) })
  intent('ship', { description: 'Sends it.', effect: 'irreversible', run: (call) => run('ship', call) })
  intent('order', { description: 'Calls an api.', run: (call) => run('order', call) })
  intent('later', { description: 'Asks, then calls an api.', guard: 'confirm', run: (call) => run('order', call) })
  intent('fail', { description: 'Fails.', input: schema({ how: str() }), run: (call) => run('fail', call) })
  intent('through', { description: 'Calls its own.', run: (call) => run('through', call, { pay, drop, audit }) })
  intent('lie', { description: 'Answers wrong.', output: schema({ n: int() }), run: () => ({ n: 'x' }) })
  return <b>{n()}</b>
}`

const routes = {
  'cart.tsx': CART,
  'calls.ts': 'export const runs = {}\nexport const run = (name, call, more) => runs[name]?.(call, more)',
  'routes/shop/[id].tsx': `import { runs } from '../../calls.ts'
import { Cart } from '../../cart.tsx'
export default async function Page({ ctx }) {
  const start = (await runs.load?.()) ?? 0
  return <main title={ctx.userId}><Cart start={start} /><Cart start={start + 10} client:visible /></main>
}`,
  'routes/away.tsx': `import { redirect } from '@fw/runtime'\nexport default () => redirect('/shop/1')`,
  'routes/broken.tsx': `export default () => { throw new Error('out of order') }`,
}

/** Effects of the intents of the compiled app, by name, so that each test sets its own. */
type Runs = Record<string, (call: { input: never; ctx: { origin: string } }, more: unknown) => unknown>

let compiled: CompiledRoutes
let runs: Runs
beforeAll(async () => {
  compiled = compileRoutes(routes)
  runs = (await compiled.load('calls.ts')).runs as Runs
})
afterAll(() => compiled.close())
afterEach(() => {
  for (const name of Object.keys(runs)) delete runs[name]
  vi.useRealTimers()
})

const headers = new Headers()
const staff = { headers, scopes: ['staff'] }

async function toolOf(server: FwServer, name: string, ...more: Parameters<FwServer['instancesFor']> | []) {
  const [path = '/shop/1', ctx, hooks] = more
  return pick((await server.instancesFor(path, ctx, hooks)).instances[0]?.intents, name)
}

function pick(tools: readonly LiveTool[] | undefined, name: string): LiveTool {
  const tool = tools?.find((one) => one.name === name)
  if (tool === undefined) throw new Error(`no ${name}`)
  return tool
}

const failureOf = async (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error as FwError,
  )

describeTransports('a page for callers outside a browser', (start) => {
  const open = (options: FwServerOptions = {}) => start({ ...compiled.options, ...options })

  test('HTP-08 MAN-01 the manifest of a path is what its page mounts for the caller, with the apis', async () => {
    const ping = api({ description: 'Pings.', input: schema({ host: str() }), readonly: true, run: () => 1 })
    const { request, server } = await open({ apis: { net: { ping } } })
    const answer = await request('/_fw/manifest?path=/shop/1')
    expect(answer.status).toBe(200)
    const manifest = (await answer.json()) as Manifest
    expect(manifest).toMatchObject({
      fw: '1',
      path: '/shop/1',
      pattern: '/shop/[id]',
      components: [
        { id: '0', name: 'Cart', hydrate: 'load', stores: [] },
        { id: '1', name: 'Cart', hydrate: 'visible', stores: [] },
      ],
      stores: [],
      skills: [],
    })
    expect(manifest.routes.map(({ pattern }) => pattern)).toContain('/shop/[id]')
    expect(manifest.tools.map(({ name, where }) => `${where} ${name}`)).toEqual([
      'server api.net.ping',
      ...['add', 'pay', 'ship', 'order', 'later', 'fail', 'through', 'lie'].map((name) => `page Cart.${name}`),
    ])
    expect(JSON.parse(JSON.stringify(await server.manifestFor('/shop/1')))).toEqual(manifest)
    for (const path of ['/no/such', '/away', '/a//b'])
      expect(await (await request(`/_fw/manifest?path=${path}`)).json()).toMatchObject({
        components: [],
        tools: [{ name: 'api.net.ping' }],
      })
  })

  test('an irreversible call needs approval after the agent has read untrusted content', async () => {
    let sent = 0
    runs.ship = () => (sent += 1)
    const visit = api({
      description: 'Sends it, in the page.',
      run: async ({ ctx }) => (await toolOf(server, 'Cart.ship', '/shop/1', ctx)).run(),
    })
    const { post, server } = await open({ apis: { net: { visit } } })
    const agent = { 'x-fw-origin': 'agent' }
    expect((await post('/_fw/api/net.visit', {}, agent)).body).toEqual({ ok: true, result: 1 })
    const { result } = (await post('/_fw/api/net.visit', {}, { ...agent, 'x-fw-tainted': '1' })).body
    expect(result).toMatchObject({ status: 'proposal', tool: 'Cart.ship' })
    expect(sent).toBe(1)
  })

  test('MAN-02 MAN-03 MAN-04 a tool of the page is listed with schema, description and guard, a forbidden one never', async () => {
    const { request } = await open({ ctxFor: (req) => ({ scopes: req.headers.get('x-scopes')?.split(' ') }) })
    const tools = async (init?: RequestInit) => {
      const { tools } = (await (await request('/_fw/manifest?path=/shop/1', init)).json()) as { tools: ManifestTool[] }
      return new Map(tools.map((tool) => [tool.name, tool]))
    }
    const anybody = await tools()
    expect(anybody.get('Cart.add')).toEqual({
      name: 'Cart.add',
      title: 'Add',
      description: 'Adds some.',
      guard: 'auto',
      input: { type: 'object', properties: { by: { type: 'integer', default: 1 } }, additionalProperties: false },
      output: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
      where: 'page',
      instances: ['0', '1'],
    })
    // The first is not ready, the second is: it holds ten.
    expect(anybody.get('Cart.pay')).toMatchObject({ guard: 'confirm', effect: 'irreversible', ready: true })
    expect([anybody.has('Cart.drop'), anybody.has('Cart.audit')]).toEqual([false, false])
    const known = await tools({ headers: { 'x-scopes': 'staff' } })
    expect(known.get('Cart.audit')).toMatchObject({ scopes: ['staff'], input: { type: 'object' } })
    expect(known.has('Cart.drop')).toBe(false)
  })

  test('SRV-30 the instances match the manifest, and their tools run in the same render', async () => {
    const { server } = await open()
    const { instances } = await server.instancesFor('/shop/1', staff)
    const manifest = await server.manifestFor('/shop/1', staff)
    expect(instances.map(({ id, component, stores }) => ({ id, name: component, stores }))).toEqual(
      manifest.components.map(({ id, name, stores }) => ({ id, name, stores })),
    )
    for (const { id, intents } of instances) {
      const listed = manifest.tools.filter((tool) => tool.instances?.includes(id))
      expect(intents.map(({ name, guard, input }) => ({ name, guard, input }))).toEqual(
        listed.map(({ name, guard, input }) => ({ name, guard, input })),
      )
    }
    const [first, second] = instances.map(({ intents }) => intents)
    expect(pick(first, 'Cart.pay').ready).toBe(false)
    expect(await pick(first, 'Cart.add').run()).toEqual({ n: 1 })
    expect(await pick(first, 'Cart.add').run({ by: 2 })).toEqual({ n: 3 })
    expect(pick(first, 'Cart.pay').ready).toBe(true)
    expect(await pick(second, 'Cart.add').run({ by: 2 })).toEqual({ n: 12 })
    expect(await (await toolOf(server, 'Cart.add')).run()).toEqual({ n: 1 })
    for (const path of ['/no/such', '/away', '/a//b'])
      expect(await server.instancesFor(path)).toEqual({ instances: [] })
    await expect(server.instancesFor('/broken')).rejects.toThrow('out of order')
  })

  test('SRV-30 a call has agent origin and passes the checks: scopes, guard, input, output', async () => {
    const { server } = await open()
    const { instances } = await server.instancesFor('/shop/1')
    expect(instances[0]?.intents.map(({ name }) => name)).not.toContain('Cart.audit')
    runs.audit = ({ ctx }) => ctx.origin
    const ctx = { headers, scopes: ['staff'] }
    const audit = await toolOf(server, 'Cart.audit', '/shop/1', ctx)
    expect(await audit.run()).toBe('agent')
    ctx.scopes = []
    expect(await failureOf(audit.run())).toMatchObject({ code: 'out_of_scope' })
    const bad = await failureOf((await toolOf(server, 'Cart.add')).run({ by: 'x' }))
    expect(bad).toBeInstanceOf(FwError)
    expect(bad).toMatchObject({ code: 'invalid_input', issues: [{ path: 'by' }] })
    runs.fail = ({ input: { how } }: { input: { how: string } }) => {
      throw how === 'known' ? new FwError('rate_limited', { message: 'Slowly.' }) : new TypeError('no such thing')
    }
    const fail = await toolOf(server, 'Cart.fail')
    expect(await failureOf(fail.run({ how: 'known' }))).toMatchObject({ code: 'rate_limited', message: 'Slowly.' })
    expect(await failureOf(fail.run({ how: 'other' }))).toMatchObject({
      code: 'internal',
      message: 'Error: no such thing',
    })
    expect(await failureOf((await toolOf(server, 'Cart.lie')).run())).toMatchObject({ code: 'internal' })
  })

  test("a render is the caller's: an api that its page calls has the caller's ctx and origin", async () => {
    const seen: unknown[] = []
    const load = api({ description: 'Loads.', run: ({ ctx }) => seen.push(ctx.scopes) })
    runs.load = () => load()
    const origins: unknown[] = []
    const onAudit = ({ origin }: AuditEntry) => void origins.push(origin)
    const { server, request } = await open({ apis: { shop: { load } }, onAudit, ctxFor: () => ({ scopes: ['staff'] }) })
    await server.instancesFor('/shop/1', staff)
    await server.manifestFor('/shop/1', staff)
    await request('/_fw/manifest?path=/shop/1')
    expect(seen).toEqual([['staff'], ['staff'], ['staff']])
    expect(origins).toEqual(['agent', 'agent', 'human'])
  })

  test('SRV-31 the audit hook receives every call and its nested calls, in addition to the app, redacted for both', async () => {
    const app: AuditEntry[] = []
    const own: AuditEntry[] = []
    const redact = (_tool: string, input: unknown) => (input === undefined ? input : '***')
    const put = api({ description: 'Puts.', input: schema({ id: str() }), run: () => 1 })
    runs.order = () => put({ id: 'tea' })
    const onAudit = (entry: AuditEntry) => {
      own.push(structuredClone(entry))
      throw new Error('the listener is broken')
    }
    const { server } = await open({ apis: { shop: { put } }, redact, onAudit: (entry) => void app.push({ ...entry }) })
    const { instances } = await server.instancesFor('/shop/1', { headers, userId: 'ann' } as never, { onAudit })
    const intents = instances[0]?.intents
    await pick(intents, 'Cart.add').run({ by: 1 })
    await pick(intents, 'Cart.add')
      .run({ by: 'x' })
      .catch(() => undefined)
    await pick(intents, 'Cart.order').run()
    await pick(intents, 'Cart.pay').run({ card: '4111' })
    expect(own).toEqual(app)
    expect(own).toMatchObject([
      { tool: 'Cart.add', origin: 'agent', guard: 'auto', ok: true, input: '***', subject: 'ann' },
      { tool: 'Cart.add', origin: 'agent', ok: false, code: 'invalid_input', issues: [{ path: 'by' }], input: '***' },
      { tool: 'api.shop.put', origin: 'agent', ok: true, input: '***' },
      { tool: 'Cart.order', origin: 'agent', ok: true },
      { tool: 'Cart.pay', origin: 'agent', guard: 'confirm', ok: true, proposal: expect.any(String), input: '***' },
    ])
    // The hook alone is a sink as well, and no less discreet.
    own.length = 0
    const quiet = await open({ redact })
    await (await toolOf(quiet.server, 'Cart.add', '/shop/1', undefined, { onAudit })).run({ by: 1 })
    expect(own).toMatchObject([{ tool: 'Cart.add', ok: true, input: '***' }])
  })

  const parkPay = async (options: FwServerOptions = {}, more: { onAudit?(entry: AuditEntry): void } = {}) => {
    const paid: unknown[] = []
    runs.pay = ({ input, ctx }, n) => paid.push([input, ctx.origin, n])
    const app = await open(options)
    const handed: [Proposal, (decision: 'approve' | 'reject') => Promise<unknown>][] = []
    const hooks = { ...more, onProposal: (...given: (typeof handed)[number]) => void handed.push(given) }
    const { instances } = await app.server.instancesFor('/shop/1', { headers, userId: 'ann' } as never, hooks)
    const intents = instances[0]?.intents
    const answer = await pick(intents, 'Cart.pay').run({ card: '4111' })
    const [proposal, settle] = handed[0] ?? []
    if (proposal === undefined || settle === undefined) throw new Error('nothing was handed over')
    return { ...app, paid, intents, answer, proposal, settle, handed }
  }

  test('SRV-32 PLC-02 a confirm intent creates a proposal; onProposal receives it and the function that resolves it, once', async () => {
    const entries: AuditEntry[] = []
    const { paid, intents, answer, proposal, settle } = await parkPay(
      {},
      { onAudit: (entry) => void entries.push(entry) },
    )
    const { id, message, expiresAt } = proposal
    expect(answer).toEqual({
      status: 'proposal',
      id,
      tool: 'Cart.pay',
      input: { card: '4111', tip: 0 },
      message,
      expiresAt,
    })
    expect(proposal).toMatchObject({ state: 'pending', origin: 'agent', subject: 'ann', inputHash: expect.any(String) })
    expect(message).toContain('Cart.pay {"card":"4111","tip":0}')
    expect(paid).toEqual([])
    // Changes of the copy have no effect, and the render continues meanwhile.
    Object.assign(proposal.input as object, { card: 'mine' })
    await pick(intents, 'Cart.add').run({ by: 5 })
    expect(await settle('approve')).toBe(1)
    expect(paid).toEqual([[{ card: '4111', tip: 0 }, 'human', 5]])
    await expect(settle('approve')).rejects.toMatchObject({ code: 'unknown_proposal' })
    expect(await settle('reject')).toBe(false)
    expect(paid).toHaveLength(1)
    expect(entries.filter(({ tool }) => tool === 'Cart.pay')).toMatchObject([
      { origin: 'agent', ok: true, proposal: id },
      { origin: 'human', ok: true, proposal: id },
    ])
  })

  test('SRV-32 a rejected or expired proposal never runs, and no request can resolve either', async () => {
    let now = 1_000
    const { paid, proposal, settle, post, request, handed, intents, server } = await parkPay({
      proposalTtlMs: 500,
      now: () => now,
      approvals: 'open',
    })
    expect(proposal.expiresAt).toBe(1_500)
    expect((await post('/_fw/approve', { id: proposal.id })).status).toBe(404)
    expect((await post('/_fw/reject', { id: proposal.id })).body).toEqual({ ok: false })
    expect(await (await request(`/_fw/proposals?id=${proposal.id}`)).text()).not.toContain('4111')
    await expect(server.settle(proposal.id, 'approve')).rejects.toMatchObject({ code: 'unknown_proposal' })
    expect(await settle('reject')).toBe(true)
    await expect(settle('approve')).rejects.toMatchObject({ code: 'unknown_proposal' })
    await pick(intents, 'Cart.pay').run({ card: '4222' })
    now = 1_500
    await expect(handed[1]?.[1]('approve')).rejects.toMatchObject({ code: 'unknown_proposal' })
    expect(paid).toEqual([])
  })

  test('SRV-32 an error of the approved call is thrown to the approver, and the proposal is used up', async () => {
    const { settle } = await parkPay()
    runs.pay = () => {
      throw new FwError('rate_limited')
    }
    await expect(settle('approve')).rejects.toMatchObject({ code: 'rate_limited' })
    await expect(settle('approve')).rejects.toMatchObject({ code: 'unknown_proposal' })
  })

  test("an api that an agent's intent calls is the agent's too: forbidden refuses, confirm parks in the server", async () => {
    const ran: unknown[] = []
    const shut = api({ description: 'Shut.', guard: 'forbidden', run: () => 1 })
    const held = api({
      description: 'Held.',
      guard: 'confirm',
      input: schema({ n: int() }),
      run: ({ input }) => ran.push(input),
    })
    const nested = api({ description: 'Calls held.', run: () => held({ n: 3 }) })
    const { server, post } = await open({ apis: { shop: { shut, held, nested } }, approvals: 'open' })
    const order = await toolOf(server, 'Cart.order')
    runs.order = () => shut()
    expect(await failureOf(order.run())).toMatchObject({ code: 'forbidden' })
    runs.order = () => nested()
    expect(await failureOf(order.run())).toMatchObject({ code: 'forbidden' })
    // Its code was promised a result: it never gets the proposal for one.
    const went: unknown[] = []
    runs.order = async () => went.push(await held({ n: 2 }).catch(() => 'failed'))
    const parked = (await order.run()) as { id: string }
    expect(parked).toMatchObject({ status: 'proposal', tool: 'api.shop.held', input: { n: 2 } })
    expect([ran, went]).toEqual([[], []])
    expect((await post('/_fw/approve', { id: parked.id })).body).toEqual({ ok: true, result: 1 })
    expect([ran, went]).toEqual([[{ n: 2 }], []])
    runs.order = () => held({ n: 2 })
    let settle: ((decision: 'approve') => Promise<unknown>) | undefined
    const onProposal = (_: Proposal, given: typeof settle) => {
      settle = given
    }
    await (await toolOf(server, 'Cart.later', '/shop/1', undefined, { onProposal })).run()
    expect(await settle?.('approve')).toMatchObject({ status: 'proposal', tool: 'api.shop.held', input: { n: 2 } })
    runs.order = () => shut()
    await (await toolOf(server, 'Cart.later', '/shop/1', undefined, { onProposal })).run()
    expect(await failureOf(settle?.('approve') ?? Promise.resolve())).toMatchObject({ code: 'forbidden' })
  })

  test("a component's own tools keep their guards when an agent's intent calls them", async () => {
    const { server } = await open()
    const ran: unknown[] = []
    runs.pay = ({ input, ctx }) => {
      ran.push([input, ctx.origin])
      return 'paid'
    }
    runs.drop = () => ran.push('drop')
    runs.audit = ({ ctx }) => `seen by ${ctx.origin}`
    type Own = Record<'pay' | 'drop' | 'audit', (input?: unknown) => Promise<unknown>>
    const through = async (run: (own: Own) => unknown, ctx?: typeof staff, hooks?: InstanceHooks) => {
      runs.through = (_, own) => run(own as Own)
      return (await toolOf(server, 'Cart.through', '/shop/1', ctx, hooks)).run()
    }
    expect(await failureOf(through((own) => own.drop()))).toMatchObject({ code: 'forbidden' })
    expect(await failureOf(through((own) => own.audit()))).toMatchObject({ code: 'out_of_scope' })
    expect(await through((own) => own.audit(), staff)).toBe('seen by agent')
    expect(await failureOf(through((own) => own.pay({ card: 5 })))).toMatchObject({ code: 'invalid_input' })
    const went: unknown[] = []
    let settle: ((decision: 'approve') => Promise<unknown>) | undefined
    const onProposal: InstanceHooks['onProposal'] = (_, given) => {
      settle = given
    }
    const parked = await through(async (own) => went.push(await own.pay({ card: 'c1' })), undefined, { onProposal })
    expect(parked).toMatchObject({ status: 'proposal', tool: 'Cart.pay', input: { card: 'c1', tip: 0 } })
    expect([ran, went]).toEqual([[], []])
    expect(await settle?.('approve')).toBe('paid')
    expect(ran).toEqual([[{ card: 'c1', tip: 0 }, 'human']])
  })
})
