/** What `fw info --check` finds in an app of which everything is known; `info.test.ts` asks the installed binary. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FwServerOptions } from '@fw/runtime/server'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ownVersion } from '../../cli/src/installed-version.ts'
import { examine } from '../../cli/src/tool/doctor.ts'
import type { Facts, Finding } from '../../cli/src/tool/finding.ts'
import type { InfoReport } from '../../cli/src/tool/info.ts'
import { defineAgent } from '../../runtime/src/agent.ts'
import { chatAChannel, chatBChannel, webhookChannel } from '../../runtime/src/channels.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fw-doctor-'))
  for (const name of ['@fw/runtime', '@fw/cli']) install(name, ownVersion())
  install('typescript', '6.0.3')
  writeFileSync(join(root, 'tsconfig.json'), '{ "plugins": [{ "name": "@fw/compiler/ts-plugin" }] } // as JSONC')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function install(name: string, version: string): void {
  const folder = join(root, 'node_modules', name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version }))
}

interface Told {
  readonly report?: Partial<InfoReport>
  readonly options?: FwServerOptions | undefined
  readonly facts?: Partial<Facts>
}

const REPORT: InfoReport = {
  app: {},
  versions: {},
  config: { siteUrl: 'https://shop.example' },
  models: { pricesDate: '2026-11-21', defaults: {} },
  integrations: {},
  files: {},
  apis: [],
  addresses: [],
  routes: [],
  endpoints: [],
  schedules: [],
  remote: [],
}

/** Returns the problems of an app as `verdict check: message`, with their solutions. */
async function findings({ report, options = {}, facts }: Told = {}) {
  const env = { PORT: '0', ...facts?.env }
  const all = await examine({
    root,
    report: { ...REPORT, ...report },
    options: 'problem' in (report ?? {}) ? undefined : options,
    isReady: true,
    versions: { node: '20.19.0' },
    ...facts,
    env,
  })
  const bad = all.filter(({ verdict }) => verdict !== 'ok')
  // Every problem has a solution.
  expect(bad.filter(({ fix }) => !fix)).toEqual([])
  return bad.map(({ verdict, check, message }) => `${verdict} ${check}: ${message}`)
}

const text = (found: readonly Finding[]) => found.map(({ check }) => check)

it('lists only the checks for a correct app', async () => {
  expect(await findings()).toEqual([])
  const all = await examine({
    root,
    report: REPORT,
    options: { session: {} as FwServerOptions['session'] },
    isReady: true,
    versions: { node: '24.1.0' },
    env: { PORT: '0' },
  } as Facts)
  expect(text(all)).toEqual(['runtime', 'packages', 'typescript', 'app', 'session', 'siteUrl', 'data', 'port'])
})

it.each<[string, Told, string]>([
  ['an old Node', { facts: { versions: { node: '20.18.3' } } }, 'error runtime: Node 20.18.3 is older than 20.19.'],
  [
    'an app that does not load',
    { report: { problem: 'DATABASE_URL is missing.' } },
    'error app: The app cannot be loaded: DATABASE_URL is missing.',
  ],
  [
    'an app with a module that does not load',
    { report: { problem: 'The app cannot be loaded.\nsrc/ctx.ts:1:7 error' } },
    'error app: The app cannot be loaded.\nsrc/ctx.ts:1:7 error',
  ],
  [
    'no siteUrl',
    { report: { config: {} } },
    'warning siteUrl: siteUrl is not set. The sitemap, robots.txt, and relative images and canonical URLs are left out, and links to pending calls',
  ],
  [
    'a feed without siteUrl',
    { report: { config: {}, files: { feed: 'src/feed.ts' } } },
    'error siteUrl: siteUrl is not set. The feed needs it',
  ],
  [
    'this machine as siteUrl',
    { report: { config: { siteUrl: 'http://localhost:3000' } } },
    'warning siteUrl: http://localhost:3000 is this machine',
  ],
  [
    'a siteUrl without TLS',
    { report: { config: { siteUrl: 'http://shop.example' } } },
    'warning siteUrl: http://shop.example is not encrypted',
  ],
  [
    'a policy of static output',
    { report: { config: { siteUrl: 'https://a.example', output: 'static', csp: true } } },
    'warning csp: Static output ignores csp',
  ],
  [
    'a token that is not set',
    { report: { config: { ...REPORT.config, mcpAuth: { tokenEnv: 'MCP_TOKEN' } } } },
    'error mcpAuth: MCP_TOKEN is not set, so /_fw/mcp and /_fw/a2a reject every request.',
  ],
  [
    'a short token',
    { report: { config: { ...REPORT.config, mcpAuth: { tokenEnv: 'T' } } }, facts: { env: { T: 'short' } } },
    'warning mcpAuth: T is shorter than 16 characters',
  ],
  [
    'a token in the sources',
    { report: { config: { ...REPORT.config, mcpAuth: { token: 'x'.repeat(32) } } } },
    'warning mcpAuth: The token is in the source code.',
  ],
  [
    'data in memory',
    { options: { data: 'memory' } },
    'warning data: Proposals, limits and conversations are stored in memory',
  ],
  [
    'a Postgres that is away',
    { options: { data: 'postgres://localhost:1/fw' }, facts: { isReady: false } },
    'error data: Postgres does not respond.',
  ],
  [
    'a Redis that is away',
    { options: { data: 'redis://localhost:1' }, facts: { isReady: false } },
    'error data: Redis does not respond.',
  ],
  [
    'an invalid port',
    { facts: { env: { PORT: 'abc' } } },
    'error port: PORT must be a port from 0 to 65535, got "abc".',
  ],
  [
    'an agent without a model',
    { report: { files: { agent: 'src/agent.ts' } }, options: { agent: defineAgent({}, { env: {} }) } },
    'warning model: No model is configured.',
  ],
  [
    'a model without its key',
    {
      report: { files: { agent: 'src/agent.ts' } },
      options: { agent: defineAgent({ model: 'openai/x' }, { env: { ANTHROPIC_API_KEY: 'k' } }) },
    },
    'warning model: The model "openai/x" needs a key',
  ],
  [
    'a server that is away',
    { report: { remote: [{ name: 'docs', url: 'http://d', reachable: false, reason: 'ECONNREFUSED', tools: [] }] } },
    'warning mcp: docs (http://d) does not respond: ECONNREFUSED',
  ],
  [
    'a tool that changed',
    {
      report: {
        remote: [
          { name: 'docs', url: 'u', reachable: true, tools: [{ tool: 'search', state: 'offered', pin: 'changed' }] },
        ],
      },
    },
    'warning mcp: docs: search changed since',
  ],
])('reports %s', async (_what, told, words) => {
  expect(await findings(told)).toEqual([expect.stringContaining(words)])
})

it('reports every channel without its secret, and accepts a model with a key', async () => {
  const channels = {
    hook: webhookChannel({ secret: '' }),
    slack: chatAChannel({ signingSecret: undefined }),
    discord: chatBChannel({ publicKey: undefined }),
    set: webhookChannel({ secret: 'x'.repeat(20) }),
  }
  const agent = defineAgent({}, { env: { OPENAI_API_KEY: 'k' } })
  expect(await findings({ options: { channels, agent }, report: { files: { agent: 'src/agent.ts' } } })).toEqual([
    'error channel: hook has no secret, so every caller gets 503.',
    'error channel: slack has no signingSecret, so every caller gets 503.',
    'error channel: discord has no publicKey, so every caller gets 503.',
  ])
})

it('reports packages of other releases, and missing packages', async () => {
  install('@fw/compiler', '0.1.0')
  const version = ownVersion()
  expect(await findings()).toEqual([`error packages: This is fw ${version}, but @fw/compiler is 0.1.0.`])
  rmSync(join(root, 'node_modules/@fw'), { recursive: true })
  expect(await findings()).toEqual(['error packages: @fw/runtime is not installed.'])
})

it.each([
  [
    '7.0.2',
    ['warning typescript: TypeScript 7.0.2 does not support plugins, so editors do not show the findings of fw check.'],
  ],
  ['5.8.3', ['warning typescript: TypeScript 5.8.3 is older than 5.9.']],
  ['5.9.3', []],
])('TypeScript %s beside the plugin', async (version, expected) => {
  install('typescript', version)
  expect(await findings()).toEqual(expected)
})

it('an editor without the plugin is reported', async () => {
  writeFileSync(join(root, 'tsconfig.json'), '{}')
  expect(await findings()).toEqual([
    expect.stringContaining('warning typescript: tsconfig.json does not list the plugin'),
  ])
})

it('TypeScript 7 needs no plugin, because editors use fw lsp', async () => {
  writeFileSync(join(root, 'tsconfig.json'), '{}')
  install('typescript', '7.0.2')
  expect(await findings()).toEqual([])
})

it('a port that is in use and a folder without write access are reported', async () => {
  const other = createServer()
  await new Promise<void>((done) => other.listen(0, '0.0.0.0', done))
  const { port } = other.address() as { port: number }
  // A file where the folder of the data would be: not even its owner writes below it.
  writeFileSync(join(root, '.fw'), '')
  expect(await findings({ facts: { env: { PORT: String(port) } } })).toEqual([
    'error data: .fw/data/fw.db is not writable.',
    `warning port: ${port} is in use, so "fw start" would exit with 1.`,
  ])
  other.close()
  rmSync(join(root, '.fw'))
  const isRoot = process.getuid?.() === 0
  mkdirSync(join(root, '.fw/data'), { recursive: true })
  chmodSync(join(root, '.fw/data'), 0o555)
  expect(await findings()).toHaveLength(isRoot ? 0 : 1)
  chmodSync(join(root, '.fw/data'), 0o755)
})
