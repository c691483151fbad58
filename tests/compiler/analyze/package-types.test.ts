/** Types of packages in the contracts of an app: their prose is not the tool's, and one class is one error. */
import { expect, it } from 'vitest'
import { check } from '../../../compiler/src/index.ts'
import { temporaryApp } from '../temporary-app.ts'

it("the comments of a package's utility types describe no tool, and cause no warnings", async () => {
  const { model, diagnostics } = await check(
    temporaryApp({
      'src/server/shop.api.ts': `import { api, type Call, type Email } from '@fw/runtime'
import type { JsonValue, Simplify } from 'type-fest'
interface Query { q: Simplify<{ sku: string }>; meta: JsonValue; mail: Email }
/** Finds products. */
export const find = api({ run: async ({ input }: Call<Simplify<Query>>): Promise<Simplify<{ n: number }>> => ({ n: input.q.sku.length }) })
`,
    }),
  )
  expect(diagnostics).toEqual([])
  const tool = model.modules[0]?.apis[0]
  expect(tool?.description).toBe('Finds products.')
  expect(JSON.stringify([tool?.input, tool?.output])).not.toContain('description')
  expect(JSON.stringify(tool?.input)).toContain('"format":"email"')
})

it("a class of a package is one error, at the app's line that uses it", async () => {
  const source = `import { api } from '@fw/runtime'
import type { SourceFile } from 'ts-morph'
declare const load: () => Promise<{ at: number; file: SourceFile }>
/** Reads a file. */
export const read = api({ run: async (): Promise<{ at: number; file: SourceFile }> => load() })
`
  const { diagnostics } = await check(temporaryApp({ 'src/server/shop.api.ts': source }))
  expect(diagnostics.map(({ code }) => code)).toEqual(['unrepresentable-type'])
  expect(diagnostics[0]?.message).toContain('"output.file" of api.shop.read is "SourceFile" of a package')
  expect(diagnostics[0]?.span).toMatchObject({ file: 'src/server/shop.api.ts', line: 5 })
})
