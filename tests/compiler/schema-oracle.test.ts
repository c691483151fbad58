import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { check } from '../../compiler/src/index.ts'
import { acceptsValue } from '../../compiler/src/program/accepts-value.ts'
import { emitCases } from './emit-cases.ts'
import { loadValidator } from './validate/load-module.ts'

interface Instances {
  readonly accepts: readonly unknown[]
  readonly refuses: readonly unknown[]
}

const cases = emitCases().flatMap((found) => {
  const text = found.golden('instances.json')
  return text === undefined ? [] : [{ ...found, instances: JSON.parse(text) as Record<string, Instances> }]
})

// Strict mode knows neither our own formats nor `required` beside `anyOf`. One for all schemas: each instance first
// compiles the whole meta-schema.
const ajv = new Ajv2020({
  strict: true,
  allowUnionTypes: true,
  strictTuples: false,
  formats: { 'money-minor-units': true },
})
formats.default(ajv)

describe.each(cases)('the case $name', ({ root, instances }) => {
  it('has schemas and validators that accept and reject its instances as declared', async () => {
    const { model } = await check({ root })
    const apis = new Map(model.modules.flatMap((module) => module.apis).map((api) => [api.tool, api]))
    for (const [tool, { accepts: good, refuses: bad }] of Object.entries(instances)) {
      const input = apis.get(tool)?.input
      if (input?.source !== 'type') throw new Error(`${tool} has no derived input.`)
      const judge = ajv.compile(input.schema)
      const validator = await loadValidator(input.tree)
      for (const value of good) {
        expect(validator.is(value), `the validator of ${tool} accepts ${JSON.stringify(value)}`).toBe(true)
        expect(judge(value), `${tool} accepts ${JSON.stringify(value)}: ${JSON.stringify(judge.errors)}`).toBe(true)
        expect(
          acceptsValue(input.tree.root, value, (name) => input.tree.defs[name]),
          tool,
        ).toBe(true)
      }
      for (const value of bad) {
        expect(judge(value), `${tool} refuses ${JSON.stringify(value)}`).toBe(false)
        expect(validator.is(value), `the validator of ${tool} refuses ${JSON.stringify(value)}`).toBe(false)
      }
    }
  })
})

it('some case has instances', () => {
  expect(cases.length).toBeGreaterThan(6)
})
