import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { check } from '../../../compiler/src/check.ts'
import { ApiModuleError } from '../../../compiler/src/emit/api-module-error.ts'
import { emitClientStub } from '../../../compiler/src/emit/client-stub.ts'
import { codecExportsOf, emitCodecs } from '../../../compiler/src/emit/codecs.ts'
import { emitContracts } from '../../../compiler/src/emit/contracts.ts'
import { scanApiModule } from '../../../compiler/src/emit/scan-api-module.ts'
import { emitServerApi } from '../../../compiler/src/emit/server-api.ts'

const snapshots = join(import.meta.dirname, '../../../snapshots/emit')
const file = 'src/server/shop.api.ts'
const code = readFileSync(join(snapshots, 'shop/input/src/server/shop.api.ts'), 'utf8')

function scan(body: string) {
  return scanApiModule({ code: `import { api } from '@fw/runtime'\n${body}`, file })
}

function codes(body: string): string[] {
  return scan(body).problems.map(({ code }) => code)
}

describe('client stubs', () => {
  it('API-23 GEN-04 the whole module is replaced by fetch stubs', async () => {
    const { code: stub } = emitClientStub({ code, file, module: 'shop', codecs: ['search', 'latest'] })
    await expect(stub).toMatchFileSnapshot(join(snapshots, 'shop/client.js'))
    expect(stub).not.toContain('findBooks')
    expect(stub).not.toContain('books.ts')
  })

  it('API-23 API-03 contracts and codecs follow from the types of the same source', async () => {
    const { model, diagnostics } = await check({ root: join(snapshots, 'shop/input') })
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    const module = model.modules[0]!
    expect(codecExportsOf(module)).toEqual(['search', 'latest'])
    await expect(emitContracts(module)).toMatchFileSnapshot(join(snapshots, 'shop/contracts.js'))
    await expect(emitCodecs(module)).toMatchFileSnapshot(join(snapshots, 'shop/codecs.js'))
  })

  it('GEN-01 generated names carry the neutral prefix', () => {
    const { code: stub } = emitClientStub({ code, file, module: 'shop' })
    const sources = [...stub.matchAll(/from '([^']+)'/g)].map(([, source]) => source)
    expect(sources).toEqual(['@fw/runtime/client'])
  })

  it('maps each stub to the name in the source, whatever characters stand before it', () => {
    const emitted = emitClientStub({ code, file, module: 'shop' })
    const map = new SourceMap({ ...emitted.map, file: 'shop.js', sourceRoot: '' })
    const lines = emitted.code.split('\n')
    for (const name of ['search', 'refund', 'latest']) {
      const line = lines.findIndex((text) => text.startsWith(`export const ${name} `))
      const entry = map.findEntry(line, 'export const '.length)
      if (!('originalLine' in entry)) throw new Error(`no mapping for ${name}`)
      const original = code.split('\n')[entry.originalLine]?.slice(entry.originalColumn)
      expect(original?.startsWith(`${name} = api`)).toBe(true)
    }
  })

  it('refuses a module with other exports, naming all of them', () => {
    const bad = "import { api } from '@fw/runtime'\nexport default 1\nexport function f() {}"
    expect(() => emitClientStub({ code: bad, file, module: 'shop' })).toThrow(ApiModuleError)
    expect(() => emitServerApi({ code: bad, file, module: 'shop', lazy: false })).toThrow(
      /api-default-export[\s\S]*api-exported-function/,
    )
  })

  it('says where a module does not parse', () => {
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

  it.each([
    ['API-17 a default export', 'export default api({})', 'api-default-export'],
    ['API-17 a default export by name', 'const a = api({}); export { a as default }', 'api-re-export'],
    ['API-18 an exported function', 'export function f() {}', 'api-exported-function'],
    ['API-18 an exported arrow function', 'export const f = () => 1', 'api-exported-function'],
    ['API-19 a re-export', "export { a } from './a.ts'", 'api-re-export'],
    ['API-19 a re-export of everything', "export * from './a.ts'", 'api-re-export'],
    ['API-19 a namespace re-export', "export * as a from './a.ts'", 'api-re-export'],
    ['API-16 a list of local names', 'const a = api({}); export { a }', 'api-re-export'],
    ['API-16 a class', 'export class A {}', 'api-unsupported-export'],
    ['API-16 an enum', 'export enum A { B }', 'api-unsupported-export'],
    ['API-16 another value', 'export const a = 1', 'api-unsupported-export'],
    ['API-16 a let', 'export let a = api({})', 'api-unsupported-export'],
    ['API-16 a destructured value', 'export const { a } = b', 'api-unsupported-export'],
    ['API-16 a call of something else', 'export const a = defineApi({})', 'api-unsupported-export'],
    ['API-21 a name with two underscores', 'export const a__b = api({})', 'api-name'],
  ])('%s fails', (_, body, expected) => {
    expect(codes(body)).toEqual([expected])
  })

  it('points at the export in UTF-16 offsets', () => {
    const text = "import { api } from '@fw/runtime'\n/* 😀 é */ export const a__b = api({})"
    const [problem] = scanApiModule({ code: text, file }).problems
    expect(text.slice(problem?.start, problem?.end)).toBe('a__b = api({})')
    expect(problem?.message).toContain('Use a single "_"')
  })
})
