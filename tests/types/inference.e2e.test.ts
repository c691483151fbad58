import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, it, vi } from 'vitest'
import { emitTypes } from '../../compiler/src/emit/app-types.ts'
import { scanApiModule } from '../../compiler/src/emit/scan-api-module.ts'
import type { ApiModel, AppModel, RouteModel } from '../../compiler/src/model.ts'

// A whole type check in a process of its own.
vi.setConfig({ testTimeout: 120_000 })

const here = import.meta.dirname
const app = join(here, 'app')
const compilers = {
  'TypeScript 7': join(here, '../../node_modules/@typescript/native/bin/tsc'),
  'TypeScript 6': join(here, '../../node_modules/@typescript/old/bin/tsc'),
}

beforeAll(() => {
  for (const [name, text] of Object.entries(emitTypes(model()))) {
    const file = join(app, '.fw/types', name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
})

it.each(Object.entries(compilers))(
  'API-07 GEN-04 SES-16 run, calls, ctx and session have exact types under %s',
  async (_, tsc) => {
    expect(await problemsOf(tsc, 'tsconfig.json')).toEqual([])
  },
)

it('GEN-04 SES-16 wrong calls, wrong fields, wrong results and sessions that are no JSON fail to compile, each at its line', async () => {
  expect(await problemsOf(compilers['TypeScript 7'], 'tsconfig.bad.json')).toEqual(expectedProblems())
})

it('writes the same declarations for the same app, without the place where it is', () => {
  const text = emitTypes(model())['register.d.ts']
  expect(text).toBe(emitTypes({ ...model(), root: '/elsewhere' })['register.d.ts'])
  expect(text).toContain('ctx: Awaited<ReturnType<(typeof import("../../src/ctx.ts"))[\'default\']>>')
})

/** `<file>:<line> <code>` for every error. */
async function problemsOf(tsc: string, project: string): Promise<string[]> {
  const run = promisify(execFile)
  const args = [tsc, '-p', join(here, project), '--pretty', 'false']
  const text = await run(process.execPath, args, { cwd: here }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  )
  const found = [...text.matchAll(/^(.+)\((\d+),\d+\): error (TS\d+)/gm)].map(
    ([, file, line, code]) => `${file}:${line} ${code}`,
  )
  if (found.length === 0 && text.trim() !== '') throw new Error(text)
  return [...new Set(found)].sort()
}

function expectedProblems(): string[] {
  const files = readdirSync(join(here, 'bad')).filter((name) => /\.bad\.tsx?$/.test(name))
  return files
    .flatMap((name) =>
      readFileSync(join(here, 'bad', name), 'utf8')
        .split('\n')
        .flatMap((text, index) => {
          const code = /\/\/ error (TS\d+)/.exec(text)?.[1]
          return code === undefined ? [] : [`bad/${name}:${index + 1} ${code}`]
        }),
    )
    .sort()
}

/** What the analysis says about the app, as far as its declarations need it. */
function model(): AppModel {
  const file = 'src/server/shop.api.ts'
  const { exports } = scanApiModule({ code: readFileSync(join(app, file), 'utf8'), file })
  const apis = exports.map(
    ({ name, start, end }): ApiModel => ({
      tool: `api.shop.${name}`,
      module: 'shop',
      exportName: name,
      span: { file, start, end, line: 1, column: 1 },
      guard: 'auto',
      scopes: [],
      input: { source: 'none' },
      output: { source: 'none' },
    }),
  )
  return {
    root: app,
    config: {},
    modules: [{ module: 'shop', file, apis }],
    routes: [
      '/',
      '/about',
      '/orders/[id=integer]',
      '/shelf/[kind=shelf]/[[...path]]',
      '/docs/[...path]',
      '/u/[id=uuid]',
    ]
      .map((pattern): RouteModel => ({ filePath: `${pattern}.tsx`, pattern, kind: 'page', layouts: [] }))
      .concat(
        ['_layout.tsx', 'shelf/(all)/[kind=shelf]/_layout.tsx'].map(
          (filePath): RouteModel => ({ filePath, kind: 'layout', layouts: [] }),
        ),
      ),
    tags: ['a`$' + '{b}\\', 'order-[id]', 'order-[number]', 'orders', 'shop:[place]/[row]'],
    components: [],
    files: { ctx: 'src/ctx.ts', session: 'src/session.ts', matchers: 'src/matchers.ts' },
  }
}
