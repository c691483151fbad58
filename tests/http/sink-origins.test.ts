/** Functions of an app beside its calls, such as sinks: their calls never count as a person's without a user. */
import { beforeEach, expect, test } from 'vitest'
import { createMemoryProposalStore } from '../../runtime/src/data/memory-proposals.ts'
import { api, schema } from '../../runtime/src/index.ts'
import { createSessionStore, type FwServerOptions } from '../../runtime/src/server.ts'
import { createGuardedApis } from './guarded-apis.ts'
import { AGENT, type Client, describeTransports } from './transports.ts'

const { probe, pay, callers, clear } = createGuardedApis()
beforeEach(clear)

const broken = api({
  description: 'Fails.',
  input: schema({}),
  run: (): string => {
    throw new Error('no tea')
  },
})
const shop = { probe, pay, broken }

/** Calls the probe, as a function of an app may whose result is not awaited. */
function callProbe(): void {
  void probe({})
}

type Headers = Readonly<Record<string, string>>

interface Case {
  readonly options: FwServerOptions
  /** Requests that lead to the function. */
  ask(client: Client, headers: Headers): Promise<unknown>
}

const callPay: Case['ask'] = ({ call }, headers) => call('shop.pay', {}, headers)
const callBroken: Case['ask'] = ({ call }, headers) => call('shop.broken', {}, headers)
const get =
  (path: string): Case['ask'] =>
  async ({ request }, headers) =>
    (await request(path, { headers })).text()

/** Calls the probe in every method of a proposal store. */
function createProbedStore(): NonNullable<FwServerOptions['proposals']> {
  return new Proxy(createMemoryProposalStore(), {
    get(store, name, self) {
      const member: unknown = Reflect.get(store, name, self)
      if (typeof member !== 'function') return member
      return (...args: unknown[]) => {
        callProbe()
        return member.apply(store, args) as unknown
      }
    },
  })
}

const sessions = createSessionStore({ secret: 'a secret that is long enough for a test of sessions' })

const CASES: Readonly<Record<string, Case>> = {
  onAudit: { options: { onAudit: callProbe }, ask: callPay },
  'onAudit that awaits': {
    options: {
      onAudit: () =>
        Promise.resolve()
          .then(() => probe({}))
          .then(() => undefined),
    },
    ask: callPay,
  },
  'onAudit of a refused call': {
    options: { onAudit: callProbe },
    ask: ({ call }, headers) => call('shop.nothing', {}, headers),
  },
  'onAudit over MCP': {
    options: { onAudit: callProbe },
    ask: ({ post }, headers) =>
      post(
        '/_fw/mcp',
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'shop__hold', arguments: {} } },
        { accept: 'application/json, text/event-stream', ...headers },
      ),
  },
  redact: {
    options: {
      onAudit: () => undefined,
      redact: (_tool, input) => {
        callProbe()
        return input
      },
    },
    ask: callPay,
  },
  subjectOf: {
    options: {
      subjectOf: (ctx) => {
        callProbe()
        return (ctx as { userId?: string }).userId
      },
      onAudit: () => undefined,
    },
    ask: callPay,
  },
  log: { options: { log: callProbe }, ask: callBroken },
  'the access log': { options: { log: callProbe, accessLog: true }, ask: get('/') },
  inspect: { options: { inspect: callProbe }, ask: callBroken },
  'inspect of a page': { options: { inspect: callProbe }, ask: get('/broken') },
  onPageError: { options: { onPageError: callProbe }, ask: get('/broken') },
  onPageWarning: { options: { onPageWarning: callProbe }, ask: get('/') },
  'a matcher': {
    options: {
      matchers: {
        even: (value) => {
          callProbe()
          return Number(value) % 2 === 0
        },
      },
      routes: { '/numbers/[n=even]': () => 'even' },
    },
    ask: get('/numbers/2'),
  },
  'a matcher of a redirect': {
    options: {
      matchers: {
        even: (value) => {
          callProbe()
          return Number(value) % 2 === 0
        },
      },
      redirects: [{ from: '/old/[n=even]', to: '/' }],
    },
    ask: get('/old/2'),
  },
  'the nonce': {
    options: {
      csp: {
        nonce: () => {
          callProbe()
          return 'bm9uY2Vub25jZQ=='
        },
      },
    },
    ask: get('/'),
  },
  'the policy': {
    options: {
      csp: {
        header: (_nonce, policy) => {
          callProbe()
          return policy
        },
      },
    },
    ask: get('/'),
  },
  stylesheets: {
    options: {
      stylesheets: () => {
        callProbe()
        return []
      },
    },
    ask: get('/'),
  },
  'a session store': {
    options: {
      session: {
        ...sessions,
        read: (request) => {
          callProbe()
          return sessions.read(request)
        },
      },
    },
    ask: callPay,
  },
  'a proposal store': {
    options: { proposals: createProbedStore() },
    async ask(client, headers) {
      await callPay(client, headers)
      await get('/_fw/proposals')(client, { accept: 'application/json', ...headers })
    },
  },
  middleware: { options: { middleware: () => void callProbe() }, ask: get('/') },
}

describeTransports('calls of functions beside a call', (start) => {
  const run = async (name: string, headers: Headers): Promise<readonly string[]> => {
    const one = CASES[name]
    const client = await start({
      apis: { shop },
      routes: {
        '/': () => 'home',
        '/broken': () => {
          throw new Error('no page')
        },
      },
      approvals: 'open',
      ctxFor: (request) => ({ userId: request.headers.get('x-user') ?? undefined }),
      ...one?.options,
      ...(one?.options.routes && { routes: one.options.routes }),
    })
    await one?.ask(client, headers)
    await new Promise((resolve) => setTimeout(resolve, 20))
    return callers
  }

  test.each(Object.keys(CASES))('have agent origin in a request of an agent: %s', async (name) => {
    const calls = await run(name, { ...AGENT, 'x-user': 'ann' })
    expect(calls.length).toBeGreaterThan(0)
    expect(calls.filter((caller) => !caller.startsWith('agent '))).toEqual([])
  })

  test.each(Object.keys(CASES))("are a person's only with that person's ctx: %s", async (name) => {
    const calls = await run(name, { 'x-user': 'ann' })
    expect(calls.length).toBeGreaterThan(0)
    const unknown = BEFORE_CTX.has(name) ? 'human without a user' : 'agent without a user'
    for (const caller of calls) if (!caller.endsWith(' ann')) expect([caller, name]).toEqual([unknown, name])
  })

  test('a proposal is reported with the ctx and the origin of the call', async () => {
    const client = await start({
      apis: { shop },
      approvals: 'open',
      ctxFor: (request) => ({ userId: request.headers.get('x-user') ?? undefined }),
      onProposal: callProbe,
    })
    await callPay(client, { ...AGENT, 'x-user': 'ann' })
    expect(callers).toEqual(['agent ann'])
  })

  test('the report of an approved call has the origin of the agent that proposed it', async () => {
    const { call, post } = await start({
      apis: { shop },
      approvals: 'open',
      ctxFor: (request) => ({ userId: request.headers.get('x-user') ?? undefined }),
      onAudit: callProbe,
    })
    const { body } = await call('shop.pay', {}, { ...AGENT, 'x-user': 'ann' })
    callers.length = 0
    const { status } = await post('/_fw/approve', { id: (body.result as { id: string }).id }, { 'x-user': 'ann' })
    expect([status, callers]).toEqual([200, ['agent ann']])
  })

  test('calls of onAudit are not reported to it', async () => {
    const tools: string[] = []
    const { call } = await start({
      apis: { shop },
      onAudit: ({ tool }) => {
        tools.push(tool)
        callProbe()
      },
    })
    await call('shop.pay')
    expect([tools, callers.length]).toEqual([['api.shop.pay'], 1])
  })
})

/** They create the ctx, so a call in them has the request's origin and an empty ctx. */
const BEFORE_CTX = new Set(['a session store'])
