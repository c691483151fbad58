/**
 * Misspelled options of a JavaScript host throw at startup, at the call that receives them; an unknown guard counts as
 * `forbidden`.
 */
import { afterEach, describe, expect, test } from 'vitest'
import { defineAgent } from '../../../runtime/src/agent.ts'
import { discordChannel, slackChannel, webhookChannel } from '../../../runtime/src/channels.ts'
import { checkPageCall } from '../../../runtime/src/contract/page/page-call.ts'
import { serve } from '../../../runtime/src/host.ts'
import { api, defineStore, intent, schema } from '../../../runtime/src/index.ts'
import { createFwServer, createSessionStore, type FwServerOptions, rateLimit } from '../../../runtime/src/server.ts'
import { AGENT, describeTransports } from '../transports.ts'

const open: { close(): Promise<void> }[] = []
afterEach(() => Promise.all(open.splice(0).map((one) => one.close())))

/** Passes values from JavaScript that the types would reject. */
const loose = (value: unknown): never => value as never
const run = () => 'ran'

describe('unknown options and values throw at the call that receives them', () => {
  test.each([
    [
      'api',
      { guard: 'Confirm', run },
      'api: guard is "Confirm". It must be "auto", "confirm", "forbidden" or a function. Did you mean "confirm"?',
    ],
    ['api', { guard: null, run }, 'api: guard is null.'],
    ['api', { guard: undefined, run }, 'api: guard is undefined. Leave it out for "auto".'],
    ['api', { scopes: undefined, run }, 'api: scopes is undefined. Leave it out for every caller.'],
    ['api', { effect: undefined, run }, 'api: effect is undefined. Leave it out for a call that can be undone.'],
    ['intent', { description: 'Pays.', scopes: undefined, run }, 'intent pay: scopes is undefined.'],
    ['intent', { description: 'Pays.', effect: undefined, run }, 'intent pay: effect is undefined.'],
    [
      'defineStore',
      { actions: { clear: { description: 'Clears.', effect: undefined, run } } },
      'action clear: effect is undefined.',
    ],
    ['api', { maxGuard: ['auto'], guard: run, run }, 'api: maxGuard is a list.'],
    ['api', { guard: { toString: (): string => 'auto' }, run }, 'api: guard is an object.'],
    ['webhookChannel', { secrets: 'a' }, 'webhookChannel: unknown option "secrets". Did you mean "secret"?'],
    ['slackChannel', { signingSecret: 'a', tolerance: 5 }, 'slackChannel: unknown option "tolerance".'],
    ['slackChannel', { signingSecret: 'a', toleranceSeconds: '5' }, 'slackChannel: toleranceSeconds is a string.'],
    ['discordChannel', { publickey: 'a' }, 'discordChannel: unknown option "publickey". Did you mean "publicKey"?'],
    ['rateLimit', { limit: 1, windowMs: 1000, onUnavailabel: 'refuse' }, 'Did you mean "onUnavailable"?'],
    ['rateLimit', { limit: 1, windowMs: 1000, onUnavailable: 'deny' }, 'rateLimit: onUnavailable is "deny".'],
    ['intent', { description: 'Pays.', gaurd: 'confirm', run }, 'intent pay: unknown option "gaurd".'],
    ['intent', { description: 'Pays.', guard: undefined, run }, 'intent pay: guard is undefined.'],
    ['defineStore', { expose: true, action: {} }, 'defineStore: unknown option "action". Did you mean "actions"?'],
    [
      'defineStore',
      { actions: { clear: { description: 'Clears.', gaurd: 'confirm', run } } },
      'action clear: unknown option "gaurd".',
    ],
    ['api', { maxGuard: 'none', guard: run, run }, 'api: maxGuard is "none".'],
    ['api', { gaurd: 'confirm', run }, 'api: unknown option "gaurd". Did you mean "guard"?'],
    ['api', { scope: ['staff'], run }, 'Did you mean "scopes"?'],
    ['api', { access: undefined, run }, 'api: access is undefined. Write "public", "user", { scopes } or a function.'],
    ['api', { access: 'User', run }, 'api: access is "User". It must be "public", "user", an object or a function.'],
    ['api', { access: true, run }, 'api: access is a boolean.'],
    ['api', { access: ['staff'], run }, 'api: access is a list.'],
    ['api', { access: {}, run }, 'api: access.scopes is missing. It must be a list of at least one scope'],
    ['api', { access: { scopes: [] }, run }, 'api: access.scopes is a list. It must be a list of at least one scope'],
    ['api', { access: { scope: ['staff'] }, run }, 'api: unknown option "access.scope". Did you mean "scopes"?'],
    ['api', { access: { scopes: ['a'] }, scopes: ['b'], run }, 'api: access and scopes both list scopes.'],
    ['api', { access: 'public', scopes: ['b'], run }, 'api: access is "public", but scopes restricts the callers.'],
    ['intent', { description: 'Pays.', access: 'users', run }, 'intent pay: access is "users".'],
    ['api', { scopes: 'staff', run }, 'api: scopes is a string. It must be a list of strings.'],
    ['api', { scopes: [7], run }, 'api: scopes is a list. It must be a list of strings.'],
    ['api', { effect: 'Irreversible', run }, 'api: effect is "Irreversible". It must be "irreversible".'],
    ['api', { readonly: 'yes', run }, 'api: readonly is a string. It must be a boolean.'],
    ['api', { timeoutMs: Number.NaN, run }, 'api: timeoutMs is NaN.'],
    ['api', { description: 'Pays.' }, 'api: run is missing.'],
    ['api', { description: 'Pays.', run: 'ran' }, 'api: run is a string. It must be a function.'],
    ['api', undefined, 'api: the options must be an object.'],
    ['defineAgent', { tool: { include: [] } }, 'defineAgent: unknown option "tool". Did you mean "tools"?'],
    [
      'defineAgent',
      { tools: { excludes: ['api.*'] } },
      'defineAgent: unknown option "tools.excludes". Did you mean "exclude"?',
    ],
    [
      'defineAgent',
      { tools: { exclude: 'api.*' } },
      'defineAgent: tools.exclude is a string. It must be a list of strings.',
    ],
    ['defineAgent', { mcp: { url: 'https://tools.example/mcp', allowprivate: true } }, 'Did you mean "allowPrivate"?'],
    [
      'defineAgent',
      { mcp: [{ url: 'https://tools.example/mcp', exclude: 'x' }] },
      'defineAgent: mcp[0].exclude is a string.',
    ],
    ['defineAgent', { memory: 'yes' }, 'defineAgent: memory is a string.'],
    [
      'defineAgent',
      { budget: { maxTokens: 5, window: 1 } },
      'defineAgent: unknown option "budget.window". Did you mean "windowMs"?',
    ],
    [
      'createFwServer',
      { agents: { webBotAuth: { keys: [] }, policy: 'required' } },
      'createFwServer: agents.policy is "required". It must be "observe" or "require". Did you mean "require"?',
    ],
    ['createFwServer', { agents: { policy: 'require' } }, 'createFwServer: agents.webBotAuth is missing.'],
    ['createFwServer', { ctxfor: run }, 'createFwServer: unknown option "ctxfor". Did you mean "ctxFor"?'],
    ['createFwServer', { middlewares: [run] }, 'Did you mean "middleware"?'],
    ['createFwServer', { approvals: 'signedIn' }, 'createFwServer: approvals is "signedIn".'],
    [
      'createFwServer',
      { mcpAuth: { verfy: run } },
      'createFwServer: unknown option "mcpAuth.verfy". Did you mean "verify"?',
    ],
    ['createFwServer', { mcpAuth: true }, 'createFwServer: mcpAuth is a boolean. It must be an object.'],
    ['createFwServer', { validateOutput: 'true' }, 'createFwServer: validateOutput is a string. It must be a boolean.'],
    ['createFwServer', { csp: 'strict' }, 'createFwServer: csp is a string.'],
    [
      'createFwServer',
      { openapi: { access: { scopes: [] } } },
      'createFwServer: openapi.access.scopes is a list. It must be a list of at least one scope',
    ],
    [
      'createFwServer',
      { session: {} },
      'createFwServer: session is an object. It must be the result of createSessionStore.',
    ],
    ['createFwServer', { trustProxy: 'yes' }, 'createFwServer: trustProxy is a string.'],
    ['createFwServer', { uploads: { maxBytes: 5, maxFile: 1 } }, 'maxFile'],
    ['createSessionStore', { sercet: 'x' }, 'createSessionStore: unknown option "sercet". Did you mean "secret"?'],
    ['createSessionStore', { secret: 'x'.repeat(32), samesite: 'Strict' }, 'Did you mean "sameSite"?'],
    [
      'createSessionStore',
      { secret: 'x'.repeat(32), sameSite: 'strict' },
      'createSessionStore: sameSite is "strict". It must be "Strict", "Lax" or "None". Did you mean "Strict"?',
    ],
    ['createSessionStore', { secret: 'x'.repeat(32), secure: 'false' }, 'createSessionStore: secure is a string.'],
    ['createSessionStore', undefined, 'createSessionStore: the options must be an object.'],
  ])('%s(%o)', (name, options, message) => {
    const functions = {
      ...{ api, defineAgent, createFwServer, createSessionStore },
      ...{ webhookChannel, slackChannel, discordChannel, rateLimit },
      intent: (definition: unknown) => intent('pay', loose(definition)),
      defineStore: (details: unknown) => defineStore({}, loose(details)),
    }
    const call = functions[name as keyof typeof functions] as (options: unknown) => unknown
    expect(() => call(options)).toThrow(message)
    expect(() => call(options)).toThrow(TypeError)
  })

  test.each([
    [{ hostName: '0.0.0.0' }, 'serve: unknown option "hostName". Did you mean "hostname"?'],
    [{ publicDir: 7 }, 'serve: publicDir is a number. It must be a string.'],
    [{ publicPages: 'yes' }, 'serve: publicPages is a string. It must be a boolean.'],
  ])('serve(server, %o)', async (options, message) => {
    const server = createFwServer()
    open.push(server)
    await expect(serve(server, loose(options))).rejects.toThrow(message)
  })

  test('no message shows a value that may be a secret', () => {
    const secret = ['a-long-and-secret-value']
    expect(() => createSessionStore(loose({ secret: 'x'.repeat(32), domain: secret }))).toThrow(
      /^(?!.*a-long-and).*domain/,
    )
  })

  test('an option that is undefined counts as absent', () => {
    const server = createFwServer(loose({ ctxFor: undefined, agents: undefined, csp: undefined }))
    open.push(server)
    expect(api(loose({ run, timeoutMs: undefined }))).toBeTypeOf('function')
  })
})

describeTransports('an unknown guard', (start) => {
  test.each(['Confirm', '', 'none', 7, null])('counts as forbidden when it bypassed api(): %o', async (guard) => {
    const definition = { description: 'Pays.', guard: 'confirm', input: schema({}), run }
    const pay = api(loose(definition))
    definition.guard = loose(guard)
    const { call, server } = await start({ apis: { shop: { pay } } } as FwServerOptions)
    const refused = await call('shop.pay', {}, AGENT)
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    expect((await server.manifestFor('/')).tools).toEqual([])
    expect((await call('shop.pay')).body.result).toBe('ran')
  })

  test.each(['Confirm', '', 'none', 7, null])('counts as forbidden on an intent: %o', async (guard) => {
    const caller = { origin: 'agent', scopes: undefined, tainted: false } as const
    const definition = loose({ description: 'Pays.', guard, run })
    const checked = await checkPageCall('Cart.pay', definition, {}, { validator: undefined, caller })
    expect(checked).toMatchObject({ ok: false, code: 'forbidden' })
  })
})
