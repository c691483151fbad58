import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { check } from '../../../compiler/src/check.ts'
import { ApiModuleError } from '../../../compiler/src/emit/api-module-error.ts'
import { emitClientStub } from '../../../compiler/src/emit/client-stub.ts'
import { emitCodecs, listCodecExports } from '../../../compiler/src/emit/codecs.ts'
import { emitContracts } from '../../../compiler/src/emit/contracts.ts'
import { scanApiModule } from '../../../compiler/src/emit/scan-api-module.ts'
import { emitServerApi } from '../../../compiler/src/emit/server-api.ts'
import { REPOSITORY } from '../../structure/source-tree.ts'

const snapshots = join(import.meta.dirname, '../../../snapshots/emit')
const file = 'src/server/shop.api.ts'
const code = readFileSync(join(snapshots, 'shop/input/src/server/shop.api.ts'), 'utf8')

function scan(body: string) {
  return scanApiModule({ code: `import { api } from '@fw/runtime'\n${body}`, file })
}

const PREFIX = `import { api } from '@fw/runtime'
import { other, type Shape } from '../other.ts'
const local = api({ run: async () => other })
interface Local { a: string }
export type Seen = [typeof local, Local, Shape]
`

/** A form, and the code that refuses it. */
const FORMS: readonly (readonly [body: string, code?: string])[] = [
  ['export const a = api({ run: async () => 1 })'],
  ['export { type Shape, type Local }'],
  ['export type { Shape }'],
  ['export { Local }'],
  ['export default interface Own { a: string }'],
  ["export type * from '../other.ts'"],
  ['export declare const hint: 1'],
  ['export default local', 'api-default-export'],
  ['export default function f() {}', 'api-default-export'],
  ['export { local as default }', 'api-default-export'],
  ['export function f() {}', 'api-exported-function'],
  ['export async function f() {}', 'api-exported-function'],
  ["export { other as a } from '../other.ts'", 'api-re-export'],
  ["export * from '../other.ts'", 'api-re-export'],
  ["export * as a from '../other.ts'", 'api-re-export'],
  ['export { other }', 'api-re-export'],
  ['export { local }', 'api-unsupported-export'],
  ['export const f = () => 1', 'api-unsupported-export'],
  ['export class A {}', 'api-unsupported-export'],
  ['export enum A { B }', 'api-unsupported-export'],
  ['export const a = 1', 'api-unsupported-export'],
  ['export let a = api({ run: async () => 1 })', 'api-unsupported-export'],
  ['export const { a } = { a: 1 }', 'api-unsupported-export'],
  ['export const a = local()', 'api-unsupported-export'],
  ['export const a__b = api({ run: async () => 1 })', 'api-name'],
]

describe('client stubs', () => {
  it('API-23 GEN-04 the whole module is replaced by fetch stubs', async () => {
    const stub = emitClientStub({ code, file, module: 'shop', codecs: ['search', 'latest'] })
    await expect(stub).toMatchFileSnapshot(join(snapshots, 'shop/client.js'))
    expect(stub).not.toContain('findBooks')
    expect(stub).not.toContain('books.ts')
  })

  it('API-23 API-03 contracts and codecs follow from the types of the same source', async () => {
    const { model, diagnostics } = await check({ root: join(snapshots, 'shop/input') })
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    const module = model.modules[0]!
    expect(listCodecExports(module)).toEqual(['search', 'latest'])
    await expect(emitContracts(module)).toMatchFileSnapshot(join(snapshots, 'shop/contracts.js'))
    await expect(emitCodecs(module)).toMatchFileSnapshot(join(snapshots, 'shop/codecs.js'))
  })

  it('GEN-01 generated names carry the neutral prefix', () => {
    const stub = emitClientStub({ code, file, module: 'shop' })
    const sources = [...stub.matchAll(/from '([^']+)'/g)].map(([, source]) => source)
    expect(sources).toEqual(['@fw/runtime/compiled'])
  })

  it('rejects a module with other exports, and names all of them', () => {
    const bad = "import { api } from '@fw/runtime'\nexport default 1\nexport function f() {}"
    expect(() => emitClientStub({ code: bad, file, module: 'shop' })).toThrow(ApiModuleError)
    expect(() => emitServerApi({ code: bad, file, module: 'shop', lazy: false })).toThrow(
      /api-default-export[\s\S]*api-exported-function/,
    )
  })

  it('reports the position of a syntax error', () => {
    expect(() => scanApiModule({ code: 'export const = 1', file })).toThrow(/^src\/server\/shop\.api\.ts: [\s\S]*\^/)
    expect(() => scanApiModule({ code: 'export const = 1', file })).not.toThrow(/Stack|native/)
  })
})

describe('server modules', () => {
  it('API-23 keep their source and attach the contracts at the end', async () => {
    const { code: server, map } = emitServerApi({ code, file, module: 'shop', lazy: false })
    expect(server.startsWith(code)).toBe(true)
    expect(map).toBeNull()
    await expect(server.slice(code.length)).toMatchFileSnapshot(join(snapshots, 'shop/server.js'))
  })

  it('import the contracts late in development', () => {
    const { code: server } = emitServerApi({ code, file, module: 'shop', lazy: true })
    expect(server).toContain('_$attach("shop", { search, refund, latest }, () => import("fw:contracts/shop"))')
  })
})

describe('export forms', () => {
  it('allows consts that call api, under any local name, and types', () => {
    const allowed = `import { api as define } from '@fw/runtime'
import * as fw from '@fw/runtime'
export const a = define({ run: async () => 1 }), b = fw.api({ run: async () => 1 })
export const c = api<string>({ run: async () => 1 }) satisfies unknown
export type T = 1; export interface I {} export type { X } from './x.ts'; export type * from './y.ts'
export { type Z } from './z.ts'; export declare const hint: 1; export default interface Shape {}`
    expect(scan(allowed)).toMatchObject({ problems: [], exports: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] })
  })

  it('API-16 API-17 API-18 API-19 ERR-19 rejects the same exports as the rules, with their codes', async () => {
    const root = mkdtempSync(join(tmpdir(), 'fw-forms-'))
    const write = (path: string, text: string) => {
      mkdirSync(join(root, path, '..'), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    try {
      symlinkSync(join(REPOSITORY, 'node_modules'), join(root, 'node_modules'))
      write(
        'tsconfig.json',
        '{ "compilerOptions": { "module": "nodenext", "strict": true, "allowImportingTsExtensions": true } }',
      )
      write('src/other.ts', 'export const other = 1\nexport interface Shape { a: string }\n')
      for (const [index, [body]] of FORMS.entries()) write(`src/server/form${index}.api.ts`, PREFIX + body)
      const { diagnostics } = await check({ root })
      for (const [index, [body, code]] of FORMS.entries()) {
        const found = diagnostics.filter(({ span }) => span?.file === `src/server/form${index}.api.ts`)
        const errors = found.filter(({ severity }) => severity === 'error').map((diagnostic) => diagnostic.code)
        expect([body, errors]).toEqual([body, code === undefined ? [] : [code]])
        expect([body, scanApiModule({ code: PREFIX + body, file }).problems.map((problem) => problem.code)]).toEqual([
          body,
          errors,
        ])
      }
    } finally {
      rmSync(root, { recursive: true })
    }
  })

  it('points at the export in UTF-16 offsets', () => {
    const text = "import { api } from '@fw/runtime'\n/* 😀 é */ export const a__b = api({})"
    const [problem] = scanApiModule({ code: text, file }).problems
    expect(text.slice(problem?.start, problem?.end)).toBe('a__b = api({})')
    expect(problem?.message).toContain('Use a single "_"')
  })
})
