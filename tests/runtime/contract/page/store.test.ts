import { expect, test } from 'vitest'
import { pickExposedSchema, pickExposedState } from '../../../../runtime/src/contract/page/store.ts'
import type { JsonSchema } from '../../../../runtime/src/contract/schema/json-schema.ts'

const STATE: JsonSchema = {
  type: 'object',
  properties: { lines: { type: 'array', items: { $ref: '#/$defs/Line' } }, owner: { $ref: '#/$defs/Owner' } },
  required: ['lines', 'owner'],
  $defs: {
    Line: { type: 'object', properties: { parts: { type: 'array', items: { $ref: '#/$defs/Part' } } } },
    Part: { type: 'string' },
    Owner: { type: 'object', properties: { token: { type: 'string' } } },
  },
}

test('the exposed state has a value and a schema, and the rest is hidden', () => {
  const value = { lines: [], owner: { token: 'secret' } }
  expect([pickExposedState(value, true), pickExposedSchema(STATE, true)]).toEqual([value, STATE])
  for (const expose of [false, undefined])
    expect([pickExposedState(value, expose), pickExposedSchema(STATE, expose)]).toEqual([undefined, undefined])
  const names = ['lines'] as never[]
  expect(pickExposedState(value, names)).toEqual({ lines: [] })
  const shown = pickExposedSchema(STATE, names)
  expect(shown).toMatchObject({ properties: { lines: { type: 'array' } }, required: ['lines'] })
  expect(Object.keys(shown?.$defs ?? {})).toEqual(['Line', 'Part'])
  expect(JSON.stringify(shown)).not.toMatch(/owner|Owner|token/)
})

test('exposed members of a state without members have no schema', () => {
  expect(
    pickExposedSchema({ $ref: '#/$defs/Tree', $defs: { Tree: { type: 'object' } } }, ['a'] as never[]),
  ).toBeUndefined()
})
