/**
 * Evaluates a validator in this process: the same code that apps run. For tools of the compiler only; an app runs a
 * module of its build.
 */
import { compileFunction } from 'node:vm'
import * as contract from '@fw/runtime/contract'
import { emitValidator, type ValidatorSource } from './emit-validator.ts'
import { createModuleWriter } from './module-writer.ts'

/** A validator without external schemas: it has `is`, and `parse` never returns a promise. */
export interface LoadedValidator extends contract.Validator {
  is(value: unknown): boolean
  parse(value: unknown): contract.Checked
}

export function loadValidator(source: ValidatorSource): LoadedValidator {
  const writer = createModuleWriter()
  const expression = emitValidator(writer, source)
  const { helpers, body } = writer.parts()
  const exports: Readonly<Record<string, unknown>> = contract
  const create = compileFunction(`'use strict'\n${body}\nreturn ${expression}`, [...helpers.values()])
  return create(...[...helpers.keys()].map((name) => exports[name])) as LoadedValidator
}
