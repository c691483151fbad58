/**
 * The targets of the bench. A target with `of` is a ratio to that contender on the same runtime; other targets are in
 * the unit of their measure.
 */

export interface Target {
  readonly row: string
  readonly measure: string
  /** Default: `fw`. */
  readonly contender?: string
  /** Default: every runtime. */
  readonly runtimes?: readonly string[]
  readonly value: number
  readonly of?: string
  /** Compares the best instead of the median. */
  readonly best?: true
  /** Wanted, not promised. */
  readonly stretch?: true
}

const NODES = ['Node 20', 'Node 24']

const CALLS: readonly Target[] = [
  { row: 'calls', measure: 'requests', runtimes: NODES, value: 0.85, of: 'by hand' },
  { row: 'calls', measure: 'requests', runtimes: NODES, value: 1.1, of: 'fastify' },
  { row: 'calls', measure: 'requests', runtimes: ['Bun'], value: 1.1, of: 'elysia' },
  { row: 'calls', measure: 'p99', value: 1.3, of: 'by hand' },
  { row: 'calls', measure: 'RSS', value: 75 },
]

const LIVE: readonly Target[] = [
  { row: 'live', measure: 'memory of an idle stream', value: 1.4, of: 'bare node:http' },
  { row: 'live', measure: 'CPU of a change for a subscriber', value: 0.2 },
]

const PAGES: readonly Target[] = [
  { row: 'pages', measure: 'requests', value: 0.85, of: 'bare Solid' },
  { row: 'pages', measure: 'requests', runtimes: ['Node 24'], value: 3, of: 'astro' },
  { row: 'pages', measure: 'requests', value: 0.28, of: 'prebuilt text', stretch: true },
  { row: 'pages', measure: 'HTML under brotli', value: 1400 },
  { row: 'pages', measure: 'first byte', value: 1.86, of: 'prebuilt text' },
]

const BYTES: readonly Target[] = [
  { row: 'bytes', measure: 'counter', value: 6.2 },
  { row: 'bytes', measure: 'island that calls an api', value: 6.8 },
  { row: 'bytes', measure: 'shop product page', value: 7.6 },
  { row: 'bytes', measure: 'files of the shop product page', value: 5 },
  { row: 'bytes', measure: 'store and intent over the counter', value: 2.4 },
  { row: 'bytes', measure: 'navigation', value: 2.5 },
]

const START: readonly Target[] = [
  { row: 'start', measure: 'CPU', value: 1.4, of: 'by hand' },
  { row: 'start', measure: 'CPU', value: 170 },
]

const EDIT: readonly Target[] = [
  { row: 'edit', measure: 'cold start, 10 pages', value: 1.3 },
  { row: 'edit', measure: 'warm start, 10 pages', value: 0.8 },
  { row: 'edit', measure: 'edit, 10 pages', value: 10, best: true },
  { row: 'edit', measure: 'edit, 10 pages', value: 13 },
  { row: 'edit', measure: 'RSS, 10 pages', value: 170 },
]

const BUILDS: readonly Target[] = [
  { row: 'page-builds', measure: 'cold build, 10 pages', value: 1.9 },
  { row: 'page-builds', measure: 'warm build, 10 pages', value: 1.4 },
  { row: 'page-builds', measure: 'peak RSS, 10 pages', value: 400 },
  { row: 'page-builds', measure: 'cold build, 200 pages + 200 apis', value: 4.2 },
  { row: 'page-builds', measure: 'warm build, 200 pages + 200 apis', value: 2.3 },
  { row: 'page-builds', measure: 'peak RSS, 200 pages + 200 apis', value: 400 },
]

const FILES: readonly Target[] = [
  { row: 'files', measure: 'requests, 20 KB', value: 0.85, of: 'by hand' },
  { row: 'files', measure: 'requests, 1 MB', value: 0.8, of: 'by hand' },
]

const MCP: readonly Target[] = [
  { row: 'mcp', measure: 'requests, tools/call', value: 0.85, of: 'by hand' },
  { row: 'mcp', measure: 'RSS, tools/call', value: 90 },
]

const AGENT: readonly Target[] = [
  { row: 'agent', measure: 'CPU of a token', value: 0.1 },
  { row: 'agent', measure: 'memory of a stream', value: 120 },
  { row: 'agent', measure: 'p99', value: 5 },
  { row: 'agent', measure: 'added p50', value: 0.25 },
  { row: 'agent', measure: 'streams of 1000', value: 1000 },
]

/** The names of the validators' cases are those of the row. */
const VALIDATORS: readonly Target[] = [
  { row: 'validators', measure: 'flat object, closed', value: 1.6 },
  { row: 'validators', measure: 'order of 20 items, closed', value: 1.5 },
  { row: 'validators', measure: 'one tagged union, closed', value: 8 },
  { row: 'validators', measure: 'flat object, open', value: 2 },
  { row: 'validators', measure: 'order of 20 items, open', value: 1.4 },
  { row: 'validators', measure: 'one tagged union, open', value: 9 },
  { row: 'validators', measure: 'flat object, closed, refused', value: 4 },
  { row: 'validators', measure: 'order of 20 items, closed, refused', value: 4 },
  { row: 'validators', measure: 'one tagged union, closed, refused', value: 4 },
]

const ANALYSIS: readonly Target[] = [
  { row: 'analysis', measure: 'CPU', contender: 'fw, inputs', value: 1, of: 'ts-json-schema-generator' },
  { row: 'analysis', measure: 'CPU', contender: 'fw, stored results', value: 0.05, of: 'ts-json-schema-generator' },
  { row: 'analysis', measure: 'CPU of an edit', contender: 'fw, edit of a type of 20 modules', value: 100 },
]

/** The operations of js-framework-benchmark. */
const ISLANDS: readonly Target[] = ['create', 'swap', 'select', 'clear'].map((measure) => ({
  row: 'islands',
  measure,
  value: 1.03,
  of: 'Solid alone',
}))

const SCALE: readonly Target[] = [
  { row: 'scale', measure: 'manifest, 3000 routes', value: 20 },
  { row: 'scale', measure: 'sitemap, 3000 routes', value: 20 },
  { row: 'scale', measure: 'llms.txt, 3000 routes', value: 20 },
  // A little above flat and linear, for the noise of single runs.
  { row: 'scale', measure: 'growth of start', value: 0.15 },
  { row: 'scale', measure: 'growth of build', value: 1.15 },
]

const STATIC: readonly Target[] = [{ row: 'static', measure: 'CPU of a page', value: 0.8 }]

const EDITOR: readonly Target[] = ['api module, comment', 'api module, type', 'api module, run', 'component'].map(
  (place) => ({ row: 'editor', measure: 'CPU of a keystroke', contender: `fw, ${place}`, value: 15 }),
)

const LIVE_BOARD: readonly Target[] = [
  { row: 'live-board', measure: 'script', value: 0.55, of: 'sveltekit, query.live' },
  { row: 'live-board', measure: 'requests of a change, own tab', value: 1 },
  { row: 'live-board', measure: 'requests of a change, other browser', value: 1 },
  { row: 'live-board', measure: 'requests of an idle minute', value: 0 },
  { row: 'live-board', measure: 'streams of three tabs', value: 1 },
  { row: 'live-board', measure: 'time to fresh, other browser', value: 200 },
]

const CLI: readonly Target[] = [
  { row: 'cli', measure: 'CPU', contender: 'fw --help', value: 3, of: 'bare Node' },
  { row: 'cli', measure: 'CPU', contender: 'fw completion', value: 150 },
  { row: 'cli', measure: 'CPU', contender: 'fw run, built', value: 400 },
]

const WORKERS: readonly Target[] = [
  { row: 'workers', measure: 'script of the starter', value: 1000 },
  { row: 'workers', measure: 'cold start', value: 50 },
  { row: 'workers', measure: "CPU of a page over Node's", value: 1.5 },
  { row: 'workers', measure: "CPU of a function over Node's", value: 1.5 },
]

const STORES: readonly Target[] = [
  { row: 'stores', measure: 'proposals, 64 in flight', contender: 'fw, SQLite', value: 2000 },
  { row: 'stores', measure: 'proposals, 64 in flight', contender: 'fw, Redis', value: 5000 },
  { row: 'stores', measure: 'proposals, 64 in flight', contender: 'fw, Postgres', value: 3000 },
]

export const TARGETS: readonly Target[] = [
  ...CALLS,
  ...PAGES,
  ...BYTES,
  ...START,
  ...EDIT,
  ...BUILDS,
  ...FILES,
  ...MCP,
  ...AGENT,
  ...VALIDATORS,
  ...ANALYSIS,
  ...ISLANDS,
  ...SCALE,
  ...STATIC,
  ...EDITOR,
  ...LIVE,
  ...LIVE_BOARD,
  ...CLI,
  ...STORES,
  ...WORKERS,
]
