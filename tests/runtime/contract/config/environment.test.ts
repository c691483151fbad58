import { expect, test } from 'vitest'
import { env, loadEnv } from '../../../../runtime/src/contract/config/environment.ts'
import { compiledValidator } from '../../../../runtime/src/contract/schema/compiled-validator.ts'
import type { JsonSchema } from '../../../../runtime/src/contract/schema/json-schema.ts'

const schema: JsonSchema = {
  type: 'object',
  properties: {
    NAME: { type: 'string' },
    COUNT: { type: 'number' },
    ON: { type: 'boolean' },
    LEVEL: { type: 'number', enum: [1, 2] },
    LIST: { type: 'array', items: { type: 'number' } },
  },
  required: ['NAME'],
  additionalProperties: false,
}
const accepts = compiledValidator(schema, { is: () => true })
const load = (source: Record<string, string | undefined>): Record<string, unknown> => {
  loadEnv(accepts, source, 'src/env.ts')
  return { ...env }
}

test('reading before the environment is loaded throws an error with the solution', () => {
  expect(() => Reflect.get(env, 'NAME')).toThrow(/^env\.NAME was read before the environment was loaded\. Declare/)
})

test('strings are converted to their types, and only declared names are read', () => {
  expect(load({ NAME: '5', COUNT: '-1.5e3', ON: 'TRUE', LEVEL: '2', LIST: '[1,2]', PATH: '/bin' })).toEqual({
    NAME: '5',
    COUNT: -1500,
    ON: true,
    LEVEL: 2,
    LIST: [1, 2],
  })
})

test.each(['', ' ', '0x10', 'Infinity', 'NaN', '1,5', '1 2'])('%j is not a number', (COUNT) => {
  expect(load({ NAME: 'a', COUNT }).COUNT).toBe(COUNT === '' ? undefined : COUNT)
})

test('an empty value counts as left out, and names of a prototype are not read', () => {
  expect(load({ NAME: 'a', COUNT: '', ON: undefined })).toEqual({ NAME: 'a' })
  const inherited = Object.create({ COUNT: '1' }) as Record<string, string>
  inherited.NAME = 'a'
  expect(load(inherited)).toEqual({ NAME: 'a' })
})

test('nothing can change it', () => {
  load({ NAME: 'a' })
  expect(() => Object.assign(env, { NAME: 'b' })).toThrow(TypeError)
  expect({ ...env }).toEqual({ NAME: 'a' })
})
