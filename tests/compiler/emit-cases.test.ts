import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { check, printDiagnostics } from '../../compiler/src/index.ts'
import type { ApiModel, AppModel, ContractModel } from '../../compiler/src/model.ts'
import { emitCases, UPDATING } from './emit-cases.ts'

const cases = emitCases()
const repository = resolve(import.meta.dirname, '../..')

describe.each(cases)('the case $name', ({ root, golden, update }) => {
  it('has the schemas and diagnostics of its goldens', async () => {
    const { model, diagnostics } = await check({ root })
    // A case with errors is never emitted.
    const broken = diagnostics.some((diagnostic) => diagnostic.severity === 'error')
    const made: Readonly<Record<string, string>> = {
      'schema.json': broken ? '' : `${JSON.stringify(schemasOf(model), null, 2)}\n`,
      'diagnostics.txt': printDiagnostics(diagnostics, 'pretty'),
    }
    for (const [file, text] of Object.entries(made)) {
      if (UPDATING && text !== (golden(file) ?? '')) update(file, text)
      expect(golden(file) ?? '', file).toBe(text)
      expect(text, file).not.toContain(repository)
    }
  })
})

it('every input type-checks', () => {
  // A schema derived from broken source would prove nothing.
  const tsc = join(repository, 'node_modules/@typescript/native/bin/tsc')
  const run = () =>
    execFileSync(process.execPath, [tsc, '-p', join(repository, 'snapshots/emit')], { encoding: 'utf8' })
  expect(run).not.toThrow()
})

function schemasOf(model: AppModel): Record<string, unknown> {
  const apis = model.modules.flatMap((module) => module.apis)
  return Object.fromEntries(apis.map((api) => [api.tool, apiSummary(api)]))
}

function apiSummary({ description, title, guard, scopes, effect, readonly, input, output }: ApiModel): object {
  const contract = (side: ContractModel) => (side.source === 'type' ? side.schema : side.source)
  return { title, description, guard, scopes, effect, readonly, input: contract(input), output: contract(output) }
}
