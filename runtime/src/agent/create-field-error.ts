import { FwError } from '#contract/http/error.ts'

/** Returns `invalid_request` for a field of a request of the agent, with the field's path as its issue. */
export function createFieldError(path: string, message: string): FwError {
  return new FwError('invalid_request', { message: `${path} ${message}.`, issues: [{ path, message }] })
}
