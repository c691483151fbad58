import { expect, it } from 'vitest'
import { holdsUntrusted } from '../../../runtime/src/contract/untrusted.ts'
import { deriveAll } from './derive-all.ts'
import { PLACES } from './tag-cases.ts'

const derived = (direction: 'input' | 'output') =>
  deriveAll(
    PLACES.map(({ code }) => ({ code: code('@untrusted', 'string') })),
    direction,
  )

it('@untrusted is found at every place where a tag can stand', () => {
  const contracts = derived('output')
  const problems = PLACES.flatMap(({ title, code, hold }, index) => {
    const { diagnostics, schema, validate } = contracts[index]!()
    const wrong = diagnostics.map(({ message }) => message)
    if (!validate(hold('words')).ok) wrong.push('does not take the words')
    if (!holdsUntrusted(schema, hold('words'))) wrong.push(`is not marked: ${JSON.stringify(schema)}`)
    if (holdsUntrusted(schema, hold(''))) wrong.push('is said to hold something where nothing is')
    return wrong.map((problem) => `${title} ${problem}\n${code('@untrusted', 'string')}`)
  })
  expect(problems).toEqual([])
})

it('the schemas of inputs do not say @untrusted', () => {
  expect(derived('input').filter((contract) => JSON.stringify(contract().schema).includes('x-fw'))).toEqual([])
})
