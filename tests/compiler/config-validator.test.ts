/**
 * Checks that `runtime/src/contract/config/config-validator.ts` is the validator that the compiler emits for the type `ConfigData`.
 * Run with `UPDATE=1` to write it after a change of the type.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { deriveContract } from '../../compiler/src/index.ts'
import { emitValidatorModule } from '../../compiler/src/validate/emit-validator.ts'
import type { JsonSchema } from '../../runtime/src/contract/schema/json-schema.ts'
import { UPDATING } from './emit-cases.ts'

const RUNTIME = resolve(import.meta.dirname, '../../runtime')
const FILE = join(RUNTIME, 'src/contract/config/config-validator.ts')

it('the validator of fw.config.ts is the validator that the compiler derives from its data fields', () => {
  const { tree, schema, diagnostics } = deriveContract({
    file: join(RUNTIME, 'src/contract/config/config.ts'),
    type: 'ConfigData',
  })
  expect(diagnostics).toEqual([])
  const text = withLocalImports(emitValidatorModule({ tree, schema: withoutProse(schema), side: 'input' }))
  if (UPDATING) writeFileSync(FILE, text)
  expect(
    readFileSync(FILE, 'utf8'),
    'ConfigData has changed. Run: UPDATE=1 npx vitest run tests/compiler/config-validator.test.ts',
  ).toBe(text)
})

/** Removes descriptions: messages don't use them, and a comment should be able to change without this file. */
function withoutProse({ description: _text, ...schema }: JsonSchema): JsonSchema {
  const { properties, items, anyOf, additionalProperties, $defs } = schema
  const each = (parts: Readonly<Record<string, JsonSchema>>) =>
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, withoutProse(part)]))
  return {
    ...schema,
    ...(properties === undefined ? {} : { properties: each(properties) }),
    ...(typeof items === 'object' ? { items: withoutProse(items) } : {}),
    ...(typeof additionalProperties === 'object' ? { additionalProperties: withoutProse(additionalProperties) } : {}),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(withoutProse) }),
    ...($defs === undefined ? {} : { $defs: each($defs) }),
  }
}

/** Replaces the import of `@fw/runtime/contract` by imports of its modules, as within the package. */
function withLocalImports(module: string): string {
  const [head = '', ...rest] = module.replace('export const validator =', 'export const configValidator =').split('\n')
  const imports = [...head.matchAll(/(\w+) as \$\w+/g)].map(
    ([alias, name]) => `import { ${alias} } from '${findModule(name ?? '')}'`,
  )
  return [
    '// @ts-nocheck: generated from the type ConfigData. Do not edit: tests/compiler/config-validator.test.ts updates this file.',
    ...imports,
    ...rest,
  ].join('\n')
}

/** Returns the file of `contract/` that exports a helper, according to the entry point. */
function findModule(name: string): string {
  const entryPoint = readFileSync(join(RUNTIME, 'src/contract.ts'), 'utf8')
  const reExports = [...entryPoint.matchAll(/export (?:\*|\{([^}]*)\}) from '\.\/contract\/([\w/-]+\.ts)'/g)]
  const found = reExports.find(([, names, file = '']) =>
    names === undefined
      ? new RegExp(`^export (?:const|function) ${name}\\b`, 'm').test(
          readFileSync(join(RUNTIME, 'src/contract', file), 'utf8'),
        )
      : names.split(',').some((one) => one.trim() === name),
  )
  if (found === undefined) throw new Error(`@fw/runtime/contract doesn't export ${name}.`)
  return `../${found[2]}`
}
