/** Errors of inputs that don't match their schema. */
import type { Issue, Validator } from '../schema/validation.ts'
import { FwError } from './error.ts'

/** The issues are in the words of the framework, unlike those of an app's error. */
export class InputRefusal extends FwError {
  constructor(issues: readonly Issue[]) {
    super('invalid_input', { issues })
  }
}

/** Returns the error for an input that the validator refused. Third-party schemas have messages of the app. */
export function refuseInput({ foreign }: Validator, issues: readonly Issue[]): FwError {
  return foreign ? new FwError('invalid_input', { issues }) : new InputRefusal(issues)
}
