import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asAgent } from '../../runtime/src/browser/agent/as-agent.ts'
import { runWithOrigin } from '../../runtime/src/browser/calls/cause.ts'
import { type StubCodec, type StubError, stub } from '../../runtime/src/browser/islands/stub.ts'
import { api, FwError, int, isFwError, schema } from '../../runtime/src/index.ts'
import { createFwServer, type FwServer } from '../../runtime/src/server.ts'

const SITE = 'http://shop.example'
const realFetch = globalThis.fetch
let server: FwServer
const seen: Request[] = []

const add = api({
  input: schema({ qty: int({ min: 1 }) }),
  run: async ({ input }) => ({ qty: input.qty, at: '2026-01-31T12:00:00.000Z' }),
})
const remove = api({ guard: 'confirm', input: schema({ qty: int() }), run: async () => 'removed' })
const buy = api({
  input: schema({}),
  run: async () => {
    throw new FwError('sold_out', { status: 409, message: 'The last one is sold.' })
  },
})
const secret = api({ guard: 'forbidden', input: schema({}), run: async () => 'secret' })

beforeEach(() => {
  server = createFwServer({ apis: { cart: { add, buy, remove, secret } }, data: 'memory', log: () => undefined })
  seen.length = 0
  // What a browser does with a root-relative address.
  globalThis.fetch = async (url, init) => {
    const request = new Request(new URL(String(url), SITE), init)
    request.headers.set('sec-fetch-site', 'same-origin')
    seen.push(request.clone())
    return server.fetch(request)
  }
})

afterEach(async () => {
  globalThis.fetch = realFetch
  await server.close()
})

async function failure(call: Promise<unknown>): Promise<StubError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Error)) throw new Error('the call did not fail')
  return error as StubError // what the stub promises to reject with
}

function answerWith(body: string, status: number): void {
  globalThis.fetch = async () => new Response(body, { status })
}

describe('client stubs', () => {
  it('API-23 GEN-04 HTP-03 post the input as JSON to the tool and return its result', async () => {
    // By a person, also where a test before this one has acted as an agent.
    const call = runWithOrigin('human', () => stub('api.cart.add')({ qty: 2 }))
    await expect(call).resolves.toEqual({ qty: 2, at: '2026-01-31T12:00:00.000Z' })
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([`POST ${SITE}/_fw/api/cart.add`])
    expect(seen[0]?.headers.get('content-type')).toBe('application/json')
    expect(seen[0]?.headers.has('x-fw-origin')).toBe(false)
  })

  it('HTP-05 reject with the code, the status and the issues of the server', async () => {
    const error = await failure(stub('api.cart.add')({ qty: 0 }))
    expect(error).toMatchObject({ name: 'FwError', code: 'invalid_input', status: 400 })
    expect(error.issues?.map(({ path }) => path)).toEqual(['qty'])
    expect(error.message).not.toBe('')
    expect(await failure(stub('api.cart.gone')())).toMatchObject({ code: 'unknown_tool', status: 404 })
  })

  it('reject with the own code of an app, to which isFwError narrows', async () => {
    const error: unknown = await failure(stub('api.cart.buy')())
    expect(error).toMatchObject({ name: 'FwError', code: 'sold_out', status: 409, message: 'The last one is sold.' })
    expect([isFwError(error), isFwError(error, 'sold_out'), isFwError(error, 'conflict')]).toEqual([true, true, false])
    globalThis.fetch = async () => Promise.reject(new TypeError('Failed to fetch'))
    expect(isFwError(await failure(stub('api.cart.buy')()), 'unavailable')).toBe(true)
  })

  it('send an empty object when they are called without input', async () => {
    await failure(stub('api.cart.add')())
    expect(await seen[0]?.text()).toBe('{}')
  })

  it('encode the input and decode the result', async () => {
    const codec: StubCodec = {
      encode: (input) => ({ qty: Number((input as { qty: bigint }).qty) }),
      decode: (result) => ({ at: new Date((result as { at: string }).at) }),
    }
    await expect(stub('api.cart.add', codec)({ qty: 2n })).resolves.toEqual({ at: new Date('2026-01-31T12:00:00Z') })
  })

  it('HTP-04 call as the agent whose intent runs, and never return a proposal as a result', async () => {
    const decode = () => 'decoded'
    const parked = await failure(asAgent(() => stub('api.cart.remove', { decode })({ qty: 1 })))
    expect(seen[0]?.headers.get('x-fw-origin')).toBe('agent')
    // In a page it waits for the person.
    expect(parked).toMatchObject({ name: 'FwError', code: 'unavailable', status: 0 })
    expect(parked.message).toBe("api.cart.remove needs a person's approval, and only a page can ask for it.")
    // A person's call, also after an agent has acted.
    await expect(runWithOrigin('human', () => stub('api.cart.remove', { decode })({ qty: 1 }))).resolves.toBe('decoded')
    expect(await failure(asAgent(() => stub('api.cart.secret')()))).toMatchObject({ code: 'forbidden', status: 403 })
  })

  it('throw if there is no response, or one that is not the server’s', async () => {
    globalThis.fetch = async () => Promise.reject(new TypeError('Failed to fetch'))
    const offline = await failure(stub('api.cart.add')({ qty: 1 }))
    expect(offline).toMatchObject({ code: 'unavailable', status: 0, message: 'The server could not be reached.' })
    expect(offline.cause).toBeInstanceOf(TypeError)
    answerWith('<h1>Bad gateway</h1>', 502)
    const proxy = await failure(stub('api.cart.add')({ qty: 1 }))
    expect(proxy).toMatchObject({
      code: 'unavailable',
      status: 502,
      message: 'The server responded with status 502 without JSON.',
    })
  })
})
