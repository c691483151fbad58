/**
 * Every app of `docs/` passes `fw check`, is built, and gets a request for each of its pages, functions and endpoints.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REPOSITORY } from '../structure/source-tree.ts'
import { BESIDE } from './beside.ts'
import { readPages } from './blocks.ts'
import type { Expected, Sent } from './example.ts'
import { EXAMPLES, FOUND, GIVEN, NOT_BUILT } from './examples.ts'
import { LIBRARY_PAGES } from './library-pages.ts'
import { writeApps } from './write-apps.ts'

interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

interface Outcome {
  /** Errors and warnings of `fw check`. */
  readonly diagnostics: readonly string[]
  readonly failure?: string
  /** Endpoints of the app, as `GET /orders/[id]`. */
  readonly defined: readonly string[]
  readonly responses: readonly Reply[]
  /** What the app logged at level `error`. */
  readonly logged: readonly string[]
  /** Files of the app that its bundles contain. */
  readonly sources: readonly string[]
}

/** Code that configures an app or is part of one. Blocks without a name are `block-<n>.ts`. */
const APP_FILE = /^(?:src\/.+(?<!\.d)\.tsx?|(?:fw|postcss|vite)\.config\.m?[jt]s)$/
const CODE_FILE = /(?<!\.d)\.(?:tsx?|jsx?|mjs)$/

const root = realpathSync(mkdtempSync(join(tmpdir(), 'fw-docs-requests-')))
symlinkSync(join(REPOSITORY, 'node_modules'), join(root, 'node_modules'))
const built = readPages().filter(({ path }) => !LIBRARY_PAGES.includes(path))
const written = built.flatMap((page) => writeApps(page, root))
let child: ChildProcess

beforeAll(() => {
  const { VITEST: _, NODE_ENV: _mode, NODE_OPTIONS: _options, ...env } = process.env
  child = fork(join(import.meta.dirname, 'request-examples.mjs'), { env, execArgv: [] })
})
afterAll(() => {
  child.kill()
  rmSync(root, { recursive: true, force: true })
})

function isOfApp(folder: string, path: string): boolean {
  return APP_FILE.test(path) && NOT_BUILT[nameFile(folder, path)] === undefined
}

/** The versions of an app share one entry in the table. */
function nameFile(folder: string, path: string): string {
  return `${nameApp(folder)}/${path}`
}

function nameApp(folder: string): string {
  return folder.replace(/~\d+$/, '')
}

function runExample(folder: string, requests: readonly Sent[] | undefined): Promise<Outcome> {
  const env = { ...GIVEN[folder]?.env }
  const outcome = new Promise<Outcome>((done) => child.once('message', (message) => done(message as Outcome)))
  child.send({ root: join(root, folder), env, requests })
  return outcome
}

describe('every documented app passes the check, is built, and responds as its page says', () => {
  test.each(written)('$folder', { timeout: 60_000 }, async ({ folder, files }) => {
    const given = GIVEN[folder]?.files ?? {}
    for (const [path, data] of Object.entries(given)) write(join(root, folder, path), await data)
    const modules = files.filter((path) => isOfApp(folder, path))
    const requests = Object.entries(EXAMPLES[folder] ?? {}).map(([endpoint, request]) => toRequest(endpoint, request))
    const outcome = await runExample(folder, modules.length === 0 ? undefined : requests)
    expect(outcome.diagnostics).toEqual(FOUND[folder] ?? [])
    if (modules.length === 0) return
    expect(outcome.failure).toBeUndefined()
    expect(Object.keys(EXAMPLES[folder] ?? {}).map(stripNote)).toEqual(expect.arrayContaining([...outcome.defined]))
    for (const [at, request] of requests.entries()) expectResponse(folder, request, outcome.responses[at])
    expect(outcome.logged).toEqual([])
    // Source maps don't contain the styles that a plugin compiles.
    const isSource = (path: string) => path.startsWith('src/') && !path.endsWith('.css.ts')
    const shown = modules.filter((path) => isSource(path) && BESIDE[`${nameApp(folder)}.md`]?.[path] === undefined)
    expect(shown.filter((path) => !outcome.sources.includes(path))).toEqual([])
  })
})

function expectResponse(folder: string, request: ReturnType<typeof toRequest>, response: Reply | undefined): void {
  const { status, headers = {}, text } = response ?? {}
  const place = `${folder} ${request.method} ${request.path}\n${text}`
  const { expected } = request
  expect([status, headers['content-type'], headers.location], place).toEqual([
    expected.status,
    expected.type,
    expected.location,
  ])
  expect(text, place).toContain(expected.text ?? '')
}

test('the table lists exactly the code that no app contains, with a reason', () => {
  const left = written.flatMap(({ folder, files }) =>
    files.filter((path) => CODE_FILE.test(path) && !isOfApp(folder, path)).map((path) => nameFile(folder, path)),
  )
  expect([...new Set(left)].sort()).toEqual(Object.keys(NOT_BUILT).sort())
})

test('every app of the tables is one of a page', () => {
  const folders = new Set(written.map(({ folder }) => folder))
  for (const table of [EXAMPLES, GIVEN, FOUND])
    expect(Object.keys(table).filter((folder) => !folders.has(folder))).toEqual([])
})

/** Two requests to one endpoint are distinguished by a note: `GET /tea (unknown)`. */
function stripNote(endpoint: string): string {
  return endpoint.replace(/ \([^)]*\)$/, '')
}

function toRequest(endpoint: string, given: Partial<Sent & Expected> & { readonly input?: object }) {
  const [kind = '', path = ''] = stripNote(endpoint).split(' ')
  // An endpoint handles several methods.
  const method = kind === 'HTTP' ? (given.method ?? 'GET') : kind
  const isCall = method !== 'GET'
  return {
    method,
    path: given.path ?? path,
    headers: {
      ...(isCall ? { 'content-type': 'application/json' } : { accept: kind === 'HTTP' ? '*/*' : 'text/html' }),
      ...given.headers,
    },
    ...(isCall ? { body: given.body ?? JSON.stringify(given.input ?? {}) } : {}),
    expected: {
      status: given.status ?? 200,
      type: 'type' in given ? given.type : isCall ? 'application/json' : 'text/html; charset=utf-8',
      location: given.location,
      text: given.text,
    },
  }
}

function write(path: string, data: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, data)
}
