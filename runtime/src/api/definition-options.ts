/** The options of `api()`. */
import type { ApiDefinition } from '#contract/api.ts'
import {
  BOOLEAN,
  either,
  FUNCTION,
  type KindsOf,
  MILLISECONDS,
  OBJECT,
  oneOf,
  required,
  STRING,
  STRINGS,
} from '#contract/check-options.ts'

const GUARD = oneOf('auto', 'confirm', 'forbidden')
/** Libraries make schemas of either kind. */
const SCHEMA = either(OBJECT, FUNCTION)

export const DEFINITION_OPTIONS = {
  description: STRING,
  title: STRING,
  input: SCHEMA,
  output: SCHEMA,
  guard: either(GUARD, FUNCTION),
  maxGuard: GUARD,
  scopes: STRINGS,
  effect: oneOf('irreversible'),
  invalidates: STRINGS,
  readonly: BOOLEAN,
  leadsTo: FUNCTION,
  timeoutMs: MILLISECONDS,
  run: required(FUNCTION),
} satisfies KindsOf<ApiDefinition<unknown, unknown>>
