/**
 * Random requests for pages over real sockets: each gets the page that the routing rules select, and never a 5xx or a
 * stack trace.
 */
import { Agent, request } from 'node:http'
import { serve } from '../../runtime/src/host.ts'
import { createFwServer } from '../../runtime/src/server.ts'
import { expectedAnswer, PAGE_APP } from './page-fixture.ts'

export interface FuzzOptions {
  readonly requests: number
  readonly seed: number
}

interface Sent {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
}

interface Received {
  readonly status: number
  readonly location: string | undefined
  readonly body: string
}

const CONCURRENT = 16
/** Maximum number of problems reported per kind. */
const MAX_PROBLEMS = 10

/** Wrong responses, each with a request that reproduces it. */
export async function fuzzPages({ requests, seed }: FuzzOptions): Promise<readonly string[]> {
  const server = createFwServer({ ...PAGE_APP, production: true, log: () => undefined })
  const listening = await serve(server, { port: 0, drainMs: 100 })
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENT })
  const random = randomOf(seed)
  const problems: string[] = []
  let left = requests
  const drive = async (): Promise<void> => {
    while (left-- > 0 && problems.length < MAX_PROBLEMS) {
      const sent = requestOf(random)
      const problem = problemOf(sent, await send(agent, listening.url, sent))
      if (problem !== undefined)
        problems.push(`${sent.method} ${sent.target} ${JSON.stringify(sent.headers)}: ${problem}`)
    }
  }
  try {
    await Promise.all(Array.from({ length: CONCURRENT }, drive))
    return problems
  } finally {
    agent.destroy()
    await listening.close()
  }
}

function problemOf({ method, target }: Sent, { status, location, body }: Received): string | undefined {
  if (status >= 500) return `status ${status}`
  if (/\n\s+at |node:internal|\.ts:\d|\.js:\d/.test(body)) return `a stack: ${body.slice(0, 200)}`
  const marks = body.match(/<p>mark [^<]*<\/p>/g) ?? []
  const expected = expectedAnswer(target)
  if (expected === undefined) return marks.length > 0 && status === 200 ? `a page below /_fw: ${marks[0]}` : undefined
  if (method !== 'GET' && method !== 'HEAD')
    return marks.length > 0 && status === 200 ? `a page for ${method}` : undefined
  if (status !== expected.status) return `status ${status} instead of ${expected.status}`
  if (location !== expected.location) return `location ${location} instead of ${expected.location}`
  if (method === 'HEAD' || expected.mark === undefined) return undefined
  return marks.length === 1 && marks[0] === expected.mark ? undefined : `${marks.join(' ')} instead of ${expected.mark}`
}

type Random = () => number

/** mulberry32: the same seed produces the same requests. */
function randomOf(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const WORDS =
  'orders orders new cart docs start numbers blog old gone shown about items sale gift en de _fw index'.split(' ')
const VALUES = [
  ...'7 -7 007 9007199254740993 1e3 seven 123e4567-e89b-12d3-a456-426614174000 123e4567-e89b-12d3-a456-42661417400'.split(
    ' ',
  ),
  ...'a%20b caf%C3%A9 cafe%CC%81 %F0%9F%98%80 %E2%80%AE %ff %C3%28 %ED%A0%80 % %zz %u0041 %2 %00 %0d%0a %7f'.split(' '),
  ...'%2F %2f..%2f %5C %5c.. . .. %2e %2e%2e .%2e ... %252e%252e %252F %25 + ; a;b=1 @ : ~ $ & = , ! * ( ) \' " < > ^ ` { | }'.split(
    ' ',
  ),
  ...'[id] [...path] [[...path]] _404 _500 _layout __proto__ constructor toString hasOwnProperty orders.tsx'.split(' '),
  'x'.repeat(300),
  '',
]
const QUERIES = [
  '',
  'a=1',
  'a=1&a=2',
  '%',
  '?',
  '=',
  '&&',
  'next=//evil.example',
  'x'.repeat(500),
  '__proto__[a]=1',
  'a=%00',
]
const HEADERS: readonly (readonly [string, readonly string[]])[] = [
  ['accept', ['*/*', 'text/html', 'text/html;q=x', '', ';', 'image/*']],
  ['cookie', ['fw_session=x', '=', 'a=b; a=c', '%', '__proto__=1', 'x'.repeat(2000)]],
  ['x-fw-origin', ['agent', 'human', 'agent, agent', 'agent;q=1', '']],
  ['x-fw-navigation', ['1', '0', 'x']],
  ['x-forwarded-host', ['evil.example', '']],
  ['x-forwarded-proto', ['https', 'javascript']],
  ['x-middleware-subrequest', ['1', 'middleware']],
  ['x-rewrite-url', ['/orders/new']],
  ['x-original-url', ['/orders/new']],
  ['x-http-method-override', ['DELETE']],
  ['sec-fetch-site', ['cross-site', 'same-origin', 'none', 'x']],
  ['origin', ['null', 'https://evil.example', 'x']],
  ['accept-language', ['de', '*', ';q=2', 'x'.repeat(500)]],
  ['accept-encoding', ['identity', '']],
  ['traceparent', ['x', '00-0-0-00']],
  ['x-request-id', ['a', '<script>', 'x'.repeat(300)]],
  ['content-type', ['application/json', 'x']],
]
const METHODS = ['HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']

function requestOf(random: Random): Sent {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T // the list is not empty
  const segment = () => {
    const text = random() < 0.55 ? pick(WORDS) : pick(VALUES)
    return random() < 0.08 ? [...text].map((letter) => escaped(letter)).join('') : text
  }
  const length = Math.floor(random() * 5)
  const path = `/${Array.from({ length }, segment).join('/')}${random() < 0.1 ? '/' : ''}`
  const named =
    random() < 0.12 ? pick(['/a%20b/caf%C3%A9', '/a%20b/caf%c3%a9', '/a+b/caf%C3%A9', '/en/about', '//orders']) : path
  const target = random() < 0.25 ? `${named}?${pick(QUERIES)}` : named
  const headers = Object.fromEntries(
    HEADERS.filter(() => random() < 0.08).map(([name, values]) => [name, pick(values)]),
  )
  return { method: random() < 0.85 ? 'GET' : pick(METHODS), target, headers }
}

/** Leaves `%` unchanged: encoding it twice would create a different value, which has cases of its own. */
function escaped(letter: string): string {
  return /[A-Za-z0-9]/.test(letter) ? `%${(letter.codePointAt(0) ?? 0).toString(16)}` : letter
}

function send(agent: Agent, url: string, { method, target, headers }: Sent): Promise<Received> {
  const { hostname, port } = new URL(url)
  return new Promise((done, fail) => {
    const sent = request({ agent, hostname, port, method, path: target, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text: string) => (body += text))
      response.on('end', () => done({ status: response.statusCode ?? 0, location: response.headers.location, body }))
    })
    sent.on('error', fail)
    sent.end()
  })
}

/** Runs for seconds the check that the test suite runs briefly. */
export async function soakPages(log: (line: string) => void): Promise<readonly string[]> {
  const requests = 200_000
  const seed = Date.now() % 1_000_000
  const problems = await fuzzPages({ requests, seed })
  log(`pages: ${requests} random requests, seed ${seed}, ${problems.length} wrong responses`)
  return problems.map((problem) => `pages (seed ${seed}): ${problem}`)
}
