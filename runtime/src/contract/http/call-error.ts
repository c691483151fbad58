/** Errors of calls as the calling code catches them: an `FwError`, or the error of a stub. */
import type { Issue } from '../schema/validation.ts'
import type { AnyErrorCode } from './error.ts'
import { FW_ERROR } from './error-mark.ts'

/** A caught error of a call, after `isFwError`. */
export interface CallError<Code extends string = AnyErrorCode> extends Error {
  readonly code: Code
  /** HTTP status; 0 without a response. */
  readonly status: number
  /** Problems in the input with their paths. */
  readonly issues?: readonly Issue[] | undefined
}

/**
 * Whether a caught value is an `FwError`, or the error with which a stub rejects. With a code: whether it also has this code.
 * `if (isFwError(error, 'sold_out')) …`
 */
export function isFwError<Code extends AnyErrorCode>(error: unknown, code?: Code): error is CallError<Code> {
  if (!(error instanceof Error) || !(FW_ERROR in error)) return false
  return code === undefined || (error as Partial<CallError>).code === code
}

/** The properties of an error that `createCallError` creates. */
interface CallFailure extends Pick<CallError, 'message' | 'status' | 'issues'> {
  readonly code: string
  readonly cause?: unknown
}

/** Creates the error of a call that failed elsewhere, without the table of codes: stubs are small. */
export function createCallError({ message, code, status, issues, cause }: CallFailure): CallError {
  const error = new Error(message, cause === undefined ? undefined : { cause })
  const members = { name: 'FwError', code, status, ...(issues && { issues }) }
  return Object.defineProperty(Object.assign(error, members), FW_ERROR, { value: true })
}
