/** Valid messages of both protocol versions of MCP and of A2A, and hostile mutations of them. */

export type Random = () => number

export interface Message {
  readonly path: '/_fw/mcp' | '/_fw/a2a'
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** Returns a random generator; the same seed produces the same numbers (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const pick = <Item>(random: Random, items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item

const MODERN = '2026-07-28'
const META = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {}, url: {} } },
  'io.modelcontextprotocol/clientInfo': { name: 'fuzz', version: '1' },
}
const user = (part: object) => ({ message: { messageId: 'm1', role: 'ROLE_USER', parts: [part] } })

interface Seed {
  readonly path: Message['path']
  readonly method: string
  readonly params?: object
  readonly headers?: Readonly<Record<string, string>>
}

const modern = (method: string, params: object = {}, name?: string): Seed => ({
  path: '/_fw/mcp',
  method,
  params: { ...params, _meta: META },
  headers: { 'mcp-protocol-version': MODERN, 'mcp-method': method, ...(name !== undefined && { 'mcp-name': name }) },
})
const legacy = (method: string, params?: object): Seed => ({
  path: '/_fw/mcp',
  method,
  ...(params && { params }),
  headers: { 'mcp-protocol-version': '2025-11-25' },
})
const a2a = (method: string, params: object): Seed => ({
  path: '/_fw/a2a',
  method,
  params,
  headers: { 'a2a-version': '1.0' },
})

/** The parameters that a client sends back after it has provided input. */
const ANSWERED = { requestState: 'a.b', inputResponses: { name: { action: 'accept' } } }
const SEARCH = { name: 'shop__search', arguments: { query: 'tea' } }
const SEEDS: readonly Seed[] = [
  legacy('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'fuzz', version: '1' },
  }),
  legacy('notifications/initialized'),
  legacy('ping'),
  legacy('tools/list'),
  legacy('tools/call', SEARCH),
  legacy('tools/call', { name: 'shop__refund', arguments: { amount: 5 } }),
  legacy('resources/list'),
  legacy('prompts/list'),
  modern('server/discover'),
  modern('tools/list'),
  modern('tools/call', SEARCH, 'shop__search'),
  modern('tools/call', { name: 'shop__refund', arguments: { amount: 5 } }, 'shop__refund'),
  modern('resources/read', { uri: 'fw://page/' }, 'fw://page/'),
  modern('resources/read', { uri: 'https://shop.example/orders/7.md' }, 'https://shop.example/orders/7.md'),
  legacy('resources/read', { uri: 'note://tea' }),
  legacy('resources/templates/list'),
  modern('prompts/get', { name: 'refunds', arguments: { request: 'x' } }, 'refunds'),
  modern('tools/call', { name: 'shop__ask', arguments: {}, ...ANSWERED }, 'shop__ask'),
  modern('completion/complete', {
    ref: { type: 'ref/resource', uri: 'note://{topic}' },
    argument: { name: 'topic', value: '' },
  }),
  legacy('logging/setLevel', { level: 'info' }),
  legacy('notifications/cancelled', { requestId: 1 }),
  a2a('SendMessage', user({ data: { tool: 'shop__search', input: { query: 'tea' } } })),
  a2a('SendMessage', user({ data: { tool: 'shop__refund', input: { amount: 5 } } })),
  a2a('SendMessage', user({ text: 'Tea?' })),
  a2a('SendStreamingMessage', user({ data: { tool: 'shop__search', input: { query: 'tea' } } })),
  a2a('GetTask', { id: 'task-1' }),
  a2a('ListTasks', { pageSize: 5 }),
  a2a('CancelTask', { id: 'task-1' }),
  a2a('SubscribeToTask', { id: 'task-1' }),
]

const IDS = [1, 0, -1, 'a', '', '\u2028', 'é'.repeat(40), 9007199254740991, '__proto__']

/** Values that no field expects. As JSON text, because JavaScript values can't represent some of them. */
const HOSTILE = [
  ...['null', 'true', '0', '-0', '1.5', '1e400', '-1', '9007199254740993', '""', '"a"', '[]', '{}', '[[[[]]]]'],
  ...['"__proto__"', '{"__proto__":{"a":1}}', '{"constructor":{"prototype":{}}}', '"\\u0000"', '"\\ud800"'],
  ...['{"then":1}', '{"toJSON":1}', '{"length":1e9}', '["2.0"]', '"2.0 "', '"tools/call"', '"../../etc/passwd"'],
  ...['"shop__wipe"', '"api.shop.search"', '"2025-11-25"', '"2026-07-28"', '"1999-01-01"', '"%"', '"fw://page/%ff"'],
  ...['"https://shop.example/%.md"', '"https://shop.example//.md"', '"note://%zz"', '"YWZ0ZXI6eA"'],
  `"${'x'.repeat(5_000)}"`,
  `${'['.repeat(600)}${']'.repeat(600)}`,
  `${'{"a":'.repeat(300)}1${'}'.repeat(300)}`,
]
const KEYS = [
  'id',
  'jsonrpc',
  'method',
  'params',
  'name',
  'arguments',
  '_meta',
  '__proto__',
  'cursor',
  'uri',
  'message',
]
const HEADERS = [
  ...['mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id', 'a2a-version', 'a2a-extensions'],
  ...['accept', 'content-type', 'content-encoding', 'authorization', 'last-event-id', 'x-fw-origin', 'x-fw-tainted'],
  ...[
    'origin',
    'sec-fetch-site',
    'signature',
    'signature-input',
    'signature-agent',
    'traceparent',
    'cookie',
    'x-forwarded-for',
  ],
]
const HEADER_VALUES = [
  ...['', 'a', '2026-07-28', '2025-06-18', '1.0', '0.3', '99', 'tools/list', '=?base64?c2hvcA==?=', '=?base64?%%%?='],
  ...['text/html', 'application/json', 'application/json; charset=utf-16', '*/*', 'gzip', 'Bearer x', 'agent', '1'],
  ...[
    'null',
    'https://evil.example',
    'cross-site',
    'sig1=:AAAA:',
    'sig1=("@authority");keyid="x"',
    'é',
    'x'.repeat(2_000),
  ],
]

/** Returns a valid message with up to four changes to its values, its text and its headers. */
export function mutatedMessage(random: Random): Message {
  const seed = pick(random, SEEDS)
  const isNotification = seed.method.startsWith('notifications/')
  const value: Record<string, unknown> = {
    jsonrpc: '2.0',
    ...(!isNotification && { id: pick(random, IDS) }),
    method: seed.method,
    ...(seed.params && { params: structuredClone(seed.params) }),
  }
  const raw = new Map<string, string>()
  const changes = Math.floor(random() * 4)
  for (let change = 0; change < changes; change += 1) mutateValue(value, random, raw)
  let body = JSON.stringify(value)
  for (const [mark, text] of raw) body = body.replaceAll(JSON.stringify(mark), () => text)
  if (random() < 0.2) body = mutateText(body, random)
  const headers: Record<string, string> = { 'content-type': 'application/json', ...seed.headers }
  if (random() < 0.4) mutateHeaders(headers, random)
  return { path: seed.path, body, headers }
}

/**
 * Replaces, removes or adds a property somewhere. Raw JSON is inserted as a placeholder until the message is
 * serialized.
 */
function mutateValue(value: Record<string, unknown>, random: Random, raw: Map<string, string>): void {
  let at: Record<string, unknown> = value
  for (;;) {
    const below = Object.values(at).filter((one) => typeof one === 'object' && one !== null)
    if (below.length === 0 || random() < 0.4) break
    at = pick(random, below) as Record<string, unknown> // an object or a list
  }
  const keys = Object.keys(at)
  const mark = `mark-${raw.size}`
  raw.set(mark, pick(random, HOSTILE))
  const action = random()
  const key = keys.length === 0 || action > 0.75 ? pick(random, KEYS) : pick(random, keys)
  if (action < 0.2 && keys.length > 0) delete at[key]
  else Object.defineProperty(at, key, { value: mark, enumerable: true, configurable: true, writable: true })
}

function mutateText(text: string, random: Random): string {
  const at = Math.floor(random() * text.length)
  switch (Math.floor(random() * 7)) {
    case 0:
      return text.slice(0, at)
    case 1:
      return text.slice(0, at) + pick(random, ['\u0000', '\ufeff', '}', ',', '"', '\\', '\u00e9']) + text.slice(at)
    case 2:
      return text.slice(0, at) + text.slice(Math.floor(random() * text.length))
    case 3:
      return `[${text},${text}]`
    case 4:
      return `\ufeff${text}`
    case 5:
      return `{"id":7,"id":8,${text.slice(1)}`
    default:
      return ''
  }
}

function mutateHeaders(headers: Record<string, string>, random: Random): void {
  const changes = 1 + Math.floor(random() * 3)
  for (let change = 0; change < changes; change += 1) {
    const name = random() < 0.5 ? pick(random, Object.keys(headers)) : pick(random, HEADERS)
    if (random() < 0.3) delete headers[name]
    else headers[name] = pick(random, HEADER_VALUES)
    if (Object.keys(headers).length === 0) return
  }
}
