import { describe, expect, it } from 'vitest'
import { FORMS } from './codec-forms.ts'
import { deriveAll, judgeOf } from './derive-all.ts'

describe('wire forms', () => {
  const contracts = deriveAll(FORMS.map(({ type }) => ({ code: `export interface Root { a: ${type} }` })))

  it.each(FORMS.map((row, index) => ({ ...row, index })))(
    'API-03 $type: $says',
    ({ index, good, bad, says, ajvTakes = [] }) => {
      const contract = contracts[index]!()
      const judge = judgeOf(contract.schema)
      expect(contract.diagnostics).toEqual([])
      for (const value of good.map((a) => ({ a }))) {
        const text = JSON.stringify(value)
        expect([judge(value), contract.is(value), contract.validate(value).ok], text).toEqual([true, true, true])
      }
      for (const [value, byAjv] of [...bad.map((one) => [one, false]), ...ajvTakes.map((one) => [one, true])]) {
        const text = JSON.stringify(value)
        expect([judge({ a: value }), contract.is({ a: value })], text).toEqual([byAjv, false])
        const checked = contract.validate({ a: value })
        expect(checked.ok ? [] : checked.issues.map(({ message }) => message), text).toEqual([says])
      }
    },
  )
})
