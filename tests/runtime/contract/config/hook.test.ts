import { describe, expect, test } from 'vitest'
import { hookOptions, hookProblem } from '../../../../runtime/src/contract/config/hook.ts'
import { nearestName } from '../../../../runtime/src/contract/schema/nearest-name.ts'

describe('hooks', () => {
  test('the exports of src/hooks.ts are server options of the same name', () => {
    const onAudit = () => undefined
    const verifyBearer = () => true
    expect(hookOptions({ onAudit, verifyBearer })).toEqual({ onAudit, verifyBearer })
  })

  test('an unknown name and a value that is not a function are refused, with the solution', () => {
    expect(() => hookOptions({ onAudits: () => undefined })).toThrow(
      'src/hooks.ts exports "onAudits". It isn\'t a hook. Did you mean "onAudit"?',
    )
    expect(() => hookOptions({ redact: 'email' })).toThrow('src/hooks.ts exports "redact", which isn\'t a function.')
    expect(hookProblem('canSettle')).toBeUndefined()
    expect(hookProblem('default')).toMatch(/^It isn't a hook\. The hooks are onAudit, onChange, redact, /)
  })
})

describe('the nearest name', () => {
  const known = ['onAudit', 'redact', 'subjectOf', 'data']

  test.each([
    ['onaudit', 'onAudit'],
    ['onAduit', 'onAudit'],
    ['subject', 'subjectOf'],
    ['redcat', 'redact'],
    ['dat', 'data'],
    ['date', 'data'],
  ])('%s means %s', (name, meant) => expect(nearestName(name, known)).toBe(meant))

  test.each(['verifyBearer', 'x', '', 'completelyOther'])('%j means none', (name) =>
    expect(nearestName(name, known)).toBeUndefined(),
  )
})
