import { expect, test } from 'vitest'
import { type CookieOptions, createCookieObserver } from '../../../../compiler/src/build/report/observe-cookies.ts'
import { createFwServer, createSessionStore } from '../../../../runtime/src/server.ts'

type Ctx = Readonly<Record<string, unknown>>

const session = createSessionStore<{ user: string }>({ secret: 'only-for-this-test-0123456789abcdef' })

/** Renders a page that reads its ctx with `read`, in a real server. */
async function observe(given: { ctxFor?: unknown; session?: unknown }, read: (ctx: Ctx) => unknown) {
  const options = given as CookieOptions // the types of the compiler describe only what it uses
  const observer = createCookieObserver(options)
  const routes = { '/': ({ ctx }: { ctx: unknown }) => String(read(ctx as Ctx)) }
  const replaced = observer.options as Pick<Parameters<typeof createFwServer>[0] & object, 'ctxFor' | 'session'>
  const server = createFwServer({ title: 'Cookies', routes, data: 'memory', ...replaced })
  const { result, reads } = await observer.observe(new URL('http://127.0.0.1/'), async (request) => {
    const response = await server.fetchUnrequested(request)
    return [response.status, await response.text()] as const
  })
  await server.close()
  return { status: result[0], text: result[1], ...reads }
}

class Visitor {
  readonly #name: string
  readonly name: string
  constructor(name: string) {
    this.#name = name
    this.name = name
  }
  get greeting(): string {
    return `Hello ${this.#name}`
  }
}

test.for<[string, { ctxFor?: unknown; session?: unknown }, (ctx: Ctx) => unknown, object]>([
  [
    'a page that reads no member of a ctx with a session',
    { session, ctxFor: (_: Request, facts: { session?: object }) => ({ user: facts.session }) },
    () => 'plain',
    { text: expect.stringContaining('plain'), readBy: ['ctxFor'], ctx: [] },
  ],
  [
    'a ctxFor that ignores the session',
    { session, ctxFor: () => ({ color: 'red' }) },
    ({ color }) => color,
    { text: expect.stringContaining('red'), readBy: [], ctx: [] },
  ],
  [
    'the session without ctxFor',
    { session },
    (ctx) => `session ${ctx.session}`,
    { text: expect.stringContaining('session undefined'), readBy: ['page'], ctx: ['session'] },
  ],
  [
    'an asynchronous ctxFor that reads the cookie header',
    { ctxFor: async (req: Request) => ({ theme: req.headers.get('Cookie') ?? 'none' }) },
    ({ theme }) => theme,
    { text: expect.stringContaining('none'), readBy: ['ctxFor'], ctx: ['theme'] },
  ],
  [
    'a clone of the request whose headers are listed',
    { ctxFor: (req: Request) => ({ all: [...req.clone().headers].length }) },
    ({ all }) => all,
    { text: expect.stringContaining('0'), readBy: ['ctxFor'], ctx: ['all'] },
  ],
  [
    'another header',
    { ctxFor: (req: Request) => ({ language: req.headers.get('accept-language') }) },
    ({ language }) => language,
    { readBy: [], ctx: [] },
  ],
  [
    'cookies that the page reads through the request',
    { ctxFor: (req: Request) => ({ cookie: () => req.headers.get('cookie') }) },
    ({ cookie }) => (cookie as () => unknown)(),
    { readBy: ['page'], ctx: ['cookie'] },
  ],
  [
    'a class with private members',
    { ctxFor: (req: Request) => new Visitor(req.headers.get('cookie') ?? 'you') },
    ({ greeting, name }) => `${greeting} ${name}`,
    { text: expect.stringContaining('Hello you you'), readBy: ['ctxFor'], ctx: ['name'] },
  ],
  [
    'an app without ctxFor and session',
    {},
    (ctx) => `session ${ctx.session}`,
    { text: expect.stringContaining('session undefined'), readBy: [], ctx: [] },
  ],
])('%s', async ([, options, read, expected]) => {
  expect(await observe(options, read)).toMatchObject({ status: 200, ...expected })
})
