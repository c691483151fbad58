/** Definitions whose input the compiler cannot know: each is an error at its own place, and never a tool without input. */
import { describe, expect, it } from 'vitest'
import { check } from '../../../compiler/src/index.ts'
import { temporaryApp } from '../temporary-app.ts'

interface Row {
  readonly name: string
  /** The file, except the import of `api`. */
  readonly code: string
  readonly rule: string
  /** The source text at the start of the reported place. */
  readonly at: string
}

const ROWS: readonly Row[] = [
  {
    name: 'a Call that is not imported',
    code: "export const add = api({ description: 'Adds.', run: async ({ input }: Call<{ sku: string }>) => ({ sku: input.sku }) })",
    rule: 'unresolved-type',
    at: 'Call<{ sku: string }>',
  },
  {
    name: 'a Call imported from a module that does not exist',
    code: "import type { Call } from './nowhere.ts'\nexport const add = api({ description: 'Adds.', run: async ({ input }: Call<{ sku: string }>) => ({ sku: input.sku }) })",
    rule: 'unresolved-type',
    at: 'Call<{ sku: string }>',
  },
  {
    name: 'a parameter of type any',
    code: "export const add = api({ description: 'Adds.', run: async ({ input }: any) => ({ sku: String(input.sku) }) })",
    rule: 'any-input',
    at: 'any',
  },
  {
    name: 'an alias of any',
    code: "type Anything = any\nexport const add = api({ description: 'Adds.', run: async (call: Anything) => ({ sku: String(call.input.sku) }) })",
    rule: 'any-input',
    at: 'Anything) =>',
  },
  {
    name: 'a record of any',
    code: "export const add = api({ description: 'Adds.', run: async ({ input }: Record<string, any>) => ({ sku: String(input.sku) }) })",
    rule: 'any-input',
    at: 'Record<string, any>',
  },
  {
    name: 'a run of type any',
    code: "declare const handler: any\nexport const add = api({ description: 'Adds.', run: handler })",
    rule: 'api-missing-contract',
    at: 'run: handler',
  },
  {
    name: 'a rest parameter',
    code: "export const add = api({ description: 'Adds.', run: async (...args: any[]) => ({ sku: String(args[0].input.sku) }) })",
    rule: 'api-missing-contract',
    at: '...args',
  },
  {
    name: 'a parameter whose members are taken in the body',
    code: "export const add = api({ description: 'Adds.', run: async (call) => {\n  const { input } = call\n  return { sku: String(input) }\n} })",
    rule: 'api-missing-contract',
    at: 'call) =>',
  },
  {
    name: 'a parameter that is passed on',
    code: "const save = async (call: unknown) => ({ sku: String(call) })\nexport const add = api({ description: 'Adds.', run: async (call) => save(call) })",
    rule: 'api-missing-contract',
    at: 'call) => save',
  },
  {
    name: 'a computed name',
    code: "export const add = api({ description: 'Adds.', run: async ({ ['input']: it }) => ({ sku: String(it) }) })",
    rule: 'api-missing-contract',
    at: "{ ['input']",
  },
]

describe("an input that the compiler can't determine is an error", () => {
  it.each(ROWS)('$name', async ({ code, rule, at }) => {
    const text = `import { api } from '@fw/runtime'\n${code}\n`
    const { root } = temporaryApp({ 'src/server/shop.api.ts': text })
    const { diagnostics } = await check({ root })
    const errors = diagnostics.filter(({ severity }) => severity === 'error')
    expect(errors.map((error) => error.code)).toContain(rule)
    const span = errors.find((error) => error.code === rule)?.span
    expect(span && text.slice(span.start).startsWith(at), `${span && text.slice(span.start, span.end)}`).toBe(true)
  })

  it.each([
    ['no parameter', 'async () => ({ n: 1 })'],
    ['a parameter of which only ctx is read', 'async ({ ctx }) => ({ user: String(ctx) })'],
    ['any of which only ctx is read', 'async ({ ctx }: any) => ({ user: String(ctx) })'],
    ['a whole parameter of which only ctx is read', 'async (call) => ({ user: String(call.ctx) })'],
  ])('an api without input stays one: %s', async (_, run) => {
    const text = `import { api } from '@fw/runtime'\nexport const list = api({ description: 'Lists.', run: ${run} })\n`
    const { root } = temporaryApp({ 'src/server/shop.api.ts': text })
    const { diagnostics } = await check({ root })
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  })
})
