import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { check, printDiagnostics } from '../../compiler/src/index.ts'

const APPS = join(import.meta.dirname, 'apps')

interface Expected {
  readonly title: string
  readonly code: string
  readonly at: string
  /** What the message says to do. */
  readonly advice: string
  /** The marked line and the carets below it. */
  readonly frame: readonly [string, string]
  readonly related?: readonly string[]
}

/** By folder below `apps`. */
const EXPECTED: Readonly<Record<string, Expected>> = {
  'default-export': {
    title: 'API-17 ERR-19 a default export',
    code: 'api-default-export',
    at: 'src/server/shop.api.ts:6:1',
    advice: 'Write "export const search = api({ … })" instead.',
    frame: ['> 6 | export default status', '    | ^^^^^^^^^^^^^^^^^^^^^'],
  },
  'exported-function': {
    title: 'API-18 ERR-19 an exported function',
    code: 'api-exported-function',
    at: 'src/server/shop.api.ts:7:17',
    advice: 'Write "export const add = api({ run: async ({ input }: Call<Input>) => … })"',
    frame: ['> 7 | export function add(a: number, b: number): number {', '    |                 ^^^'],
  },
  're-export': {
    title: 'API-19 ERR-19 a re-export',
    code: 'api-re-export',
    at: 'src/server/shop.api.ts:6:10',
    advice: 'import it from its own module where it is used',
    frame: ["> 6 | export { now } from './clock.api.ts'", '    |          ^^^'],
  },
  'double-underscore-export': {
    title: 'API-21 LIM-05 ERR-19 an export name with "__"',
    code: 'api-name',
    at: 'src/server/shop.api.ts:7:14',
    advice: 'Use a single "_". Rename the export.',
    frame: [
      '> 7 | export const status__twice = api({ run: async () => ({ open: true }) })',
      '    |              ^^^^^^^^^^^^^',
    ],
  },
  'double-underscore-module': {
    title: 'API-20 LIM-05 ERR-19 a module name with "__"',
    code: 'api-name',
    at: 'src/server/my__shop.api.ts:1:1',
    advice: 'Use a single "_". Rename the file.',
    frame: ["> 1 | import { api } from '@fw/runtime'", '    | ^'],
  },
  'not-representable': {
    title: 'a type without a JSON form, by every path that leads to it,',
    code: 'unrepresentable-type',
    at: 'src/order.ts:3:25',
    advice: 'remove the member, or send its result',
    frame: ['> 3 |   lines: { sku: string; price(): number }[]', '    |                         ^^^^^^^^^^^^^^^'],
    related: ['Also "input.others[].lines[].price" of api.shop.store.'],
  },
}

describe.each(Object.entries(EXPECTED))('%s', (name, expected) => {
  it(`${expected.title} fails the build, with place, frame and advice`, async () => {
    const root = join(APPS, name)
    const { diagnostics } = await check({ root })
    expect(diagnostics.map((found) => found.code)).toEqual([expected.code])
    const [found] = diagnostics
    expect(found?.severity).toBe('error')
    expect(`${found?.span?.file}:${found?.span?.line}:${found?.span?.column}`).toBe(expected.at)
    expect(found?.message).toContain(expected.advice)
    const lines = found?.frame?.split('\n') ?? []
    expect(lines.slice(lines.indexOf(expected.frame[0])).slice(0, 2)).toEqual(expected.frame)
    expect((found?.related ?? []).map((one) => one.message)).toEqual(expected.related ?? [])
    expect(printDiagnostics(diagnostics, 'pretty')).toContain(`${expected.at} error ${expected.code}: `)
    // Nothing is written next to an app that fails, but what the next check need not do again.
    expect(existsSync(join(root, '.fw')) ? readdirSync(join(root, '.fw')) : []).toEqual(['cache'])
  })
})

it('every app of the folder is expected to fail, and type-checks', () => {
  const folders = readdirSync(APPS, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map((entry) => entry.name).sort()).toEqual(Object.keys(EXPECTED).sort())
  const tsc = resolve(import.meta.dirname, '../../node_modules/@typescript/native/bin/tsc')
  expect(() => execFileSync(process.execPath, [tsc, '-p', APPS])).not.toThrow()
})
