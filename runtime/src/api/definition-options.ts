/** Checks the options of `api()`. */
import type { ApiDefinition } from '#contract/api.ts'
import {
  BOOLEAN,
  either,
  FUNCTION,
  type KindsOf,
  MILLISECONDS,
  OBJECT,
  oneOf,
  requireOption,
  STRING,
  STRING_LIST,
} from '#contract/config/check-options.ts'

const GUARD = oneOf('auto', 'confirm', 'forbidden')
/** Schemas of libraries can be objects or functions. */
const SCHEMA = either(OBJECT, FUNCTION)

export const DEFINITION_OPTIONS = {
  description: STRING,
  title: either(STRING, FUNCTION),
  input: SCHEMA,
  output: SCHEMA,
  guard: either(GUARD, FUNCTION),
  maxGuard: GUARD,
  scopes: STRING_LIST,
  effect: oneOf('irreversible'),
  invalidates: STRING_LIST,
  readonly: BOOLEAN,
  leadsTo: FUNCTION,
  timeoutMs: MILLISECONDS,
  run: requireOption(FUNCTION),
} satisfies KindsOf<ApiDefinition<unknown, unknown>>
