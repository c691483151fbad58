/**
 * `runtime/src/contract/config-validator.ts` is what our compiler makes of the type `ConfigData`. `UPDATE=1` writes it, after
 * a change of the type.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { deriveContract } from '../../compiler/src/index.ts'
import { emitValidatorModule } from '../../compiler/src/validate/emit-validator.ts'
import type { JsonSchema } from '../../runtime/src/contract/json-schema.ts'
import { UPDATING } from './emit-cases.ts'

const RUNTIME = resolve(import.meta.dirname, '../../runtime')
const FILE = join(RUNTIME, 'src/contract/config-validator.ts')

it('the validator of fw.config.ts is the one that the compiler derives from its data fields', () => {
  const { tree, schema, diagnostics } = deriveContract({
    file: join(RUNTIME, 'src/contract/config.ts'),
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

/** No text of a comment: messages need none, and a comment may change without this file. */
function withoutProse({ description: _text, ...schema }: JsonSchema): JsonSchema {
  const { properties, items, anyOf, $defs } = schema
  const each = (parts: Readonly<Record<string, JsonSchema>>) =>
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, withoutProse(part)]))
  return {
    ...schema,
    ...(properties === undefined ? {} : { properties: each(properties) }),
    ...(typeof items === 'object' ? { items: withoutProse(items) } : {}),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(withoutProse) }),
    ...($defs === undefined ? {} : { $defs: each($defs) }),
  }
}

/** Inside its own package a module imports the files behind the door. */
function withLocalImports(module: string): string {
  const [head = '', ...rest] = module.replace('export const validator =', 'export const configValidator =').split('\n')
  const imports = [...head.matchAll(/(\w+) as \$\w+/g)].map(
    ([alias, name]) => `import { ${alias} } from '${homeOf(name ?? '')}'`,
  )
  return [
    '// @ts-nocheck: written by our own compiler from the type ConfigData. Do not edit; tests/compiler/config-validator.test.ts',
    '// says how it is written again.',
    ...imports,
    ...rest,
  ].join('\n')
}

/** The file of `contract/` that exports a helper, as the door names it. */
function homeOf(name: string): string {
  const door = readFileSync(join(RUNTIME, 'src/contract.ts'), 'utf8')
  const found = [...door.matchAll(/export \{([^}]*)\} from '\.\/contract\/([\w-]+\.ts)'/g)].find(([, names = '']) =>
    names.split(',').some((one) => one.trim() === name),
  )
  if (found === undefined) throw new Error(`${name} is not at the door @fw/runtime/contract.`)
  return `./${found[2]}`
}
