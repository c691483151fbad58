import { describe, expect, test } from 'vitest'
import { createFwServer, type FwServerOptions } from '../../runtime/src/server.ts'

/** `Number(process.env.UNSET)` is NaN, and no limit holds against that. */
describe('numbers among the options', () => {
  const names = ['maxBodyBytes', 'proposalTtlMs', 'maxPendingProposals', 'drainMs', 'drainDelayMs'] as const
  test.each(names)('%s must be a valid limit', (name) => {
    for (const value of [Number.NaN, -1, Number.POSITIVE_INFINITY, '1000'])
      expect(() => createFwServer({ [name]: value } as FwServerOptions)).toThrow(
        expect.objectContaining({ name: 'SetupError', message: expect.stringContaining(name) }),
      )
    expect(() => createFwServer({ [name]: 1_000 })).not.toThrow()
  })

  test.each(['maxBytes', 'maxFileBytes', 'maxFiles', 'maxFields'])('uploads.%s must be a valid limit', (name) => {
    for (const value of [Number.NaN, -1, Number.POSITIVE_INFINITY, '1000'])
      expect(() => createFwServer({ uploads: { [name]: value } } as FwServerOptions)).toThrow(
        expect.objectContaining({ name: 'SetupError', message: expect.stringContaining(`uploads.${name} is `) }),
      )
    expect(() => createFwServer({ uploads: { [name]: 1_000 } })).not.toThrow()
  })

  test('an unknown limit of uploads is refused', () => {
    expect(() => createFwServer({ uploads: { maxFileByte: 5 } } as FwServerOptions)).toThrow(
      'uploads.maxFileByte is not a known limit. The limits are maxBytes, maxFileBytes, maxFiles, maxFields.',
    )
  })

  test('limits accept 0 if it is useful', () => {
    expect(() => createFwServer({ maxBodyBytes: 0, drainMs: 0, drainDelayMs: 0 })).not.toThrow()
    for (const name of ['proposalTtlMs', 'maxPendingProposals'])
      expect(() => createFwServer({ [name]: 0 })).toThrow(name)
  })
})

test.each([
  ['middleware', 5, 'middleware is a number; it must be a function. Export it from src/middleware.ts.'],
  ['ctxFor', { userId: 'ann' }, 'ctxFor is an object; it must be a function. Export it from src/ctx.ts.'],
  ['onAudit', null, 'onAudit is null; it must be a function. Export it from src/hooks.ts.'],
  ['canSettle', [], 'canSettle is a list; it must be a function. Export it from src/hooks.ts.'],
])('%s must be a function: another value is refused at start, not at the first request', (name, value, message) => {
  const options: FwServerOptions = { [name]: value }
  expect(() => createFwServer(options)).toThrow(expect.objectContaining({ name: 'SetupError', message }))
})
