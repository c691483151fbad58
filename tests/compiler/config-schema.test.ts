/**
 * Checks that `runtime/src/contract/config/config-schema.ts` is the schema that the compiler derives from the type `ConfigData`.
 * Run with `UPDATE=1` to write it after a change of the type.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { deriveContract } from '../../compiler/src/index.ts'
import type { JsonSchema } from '../../runtime/src/contract/schema/json-schema.ts'
import { UPDATING } from './emit-cases.ts'

const RUNTIME = resolve(import.meta.dirname, '../../runtime')
const FILE = join(RUNTIME, 'src/contract/config/config-schema.ts')

it('the schema of fw.config.ts is the schema that the compiler derives from its data fields', () => {
  const { schema, diagnostics } = deriveContract({
    file: join(RUNTIME, 'src/contract/config/config.ts'),
    type: 'ConfigData',
  })
  expect(diagnostics).toEqual([])
  const text = [
    '// Generated from the type ConfigData. Do not edit: tests/compiler/config-schema.test.ts updates this file.',
    "import type { JsonSchema } from '../schema/json-schema.ts'",
    '',
    `export const configSchema: JsonSchema = ${JSON.stringify(withoutProse(schema))}`,
    '',
  ].join('\n')
  if (UPDATING) writeFileSync(FILE, text)
  expect(
    readFileSync(FILE, 'utf8'),
    'ConfigData has changed. Run: UPDATE=1 npx vitest run tests/compiler/config-schema.test.ts',
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
