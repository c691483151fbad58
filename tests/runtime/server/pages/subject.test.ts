import { expect, it } from 'vitest'
import { CALLER, type Caller } from '../../../../runtime/src/api/host.ts'
import type { Ctx } from '../../../../runtime/src/contract/api.ts'
import { getIdentity, subjectOf } from '../../../../runtime/src/server/pages/subject.ts'

const ctx = (own: object, caller?: Caller) => ({ ...own, [CALLER]: caller }) as unknown as Ctx

it('the subject is the identity that the app gives, else the MCP identity, else the session id', () => {
  const caller = { subject: 'client', sid: 'random' }
  expect(subjectOf(ctx({ userId: 'ann' }, caller))).toBe('ann')
  expect(subjectOf(ctx({}, caller))).toBe('client')
  expect(subjectOf(ctx({ userId: '' }, { sid: 'random' }))).toBe('random')
  expect(subjectOf(ctx({}, { subject: '', sid: 'random' }))).toBe('random')
  expect(subjectOf(ctx({}))).toBeUndefined()
  expect(subjectOf(ctx({ userId: 'ann' }, caller), () => 7)).toBe('7')
  expect(subjectOf(ctx({ userId: 'ann' }, caller), () => undefined)).toBe('client')
})

it('only the value from the app is an identity', () => {
  expect(getIdentity(ctx({}, { subject: 'client', sid: 'random' }))).toBeUndefined()
  expect(getIdentity(ctx({ userId: 0 }))).toBe('0')
})
