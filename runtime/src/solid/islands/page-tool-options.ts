/** Checks the options of page tools: intents, and actions of stores. */
import { ACCESS, checkAccess } from '#contract/config/check-access.ts'
import {
  ANY,
  checkOptions,
  checkRestrictions,
  either,
  FUNCTION,
  type KindsOf,
  OBJECT,
  oneOf,
  requireOption,
  STRING,
  STRING_LIST,
} from '#contract/config/check-options.ts'
import type { IntentDefinition, PageToolDefinition } from '#contract/page/intent.ts'

/** Libraries create schemas of either kind. */
const SCHEMA = either(OBJECT, FUNCTION)

const TOOL = {
  description: STRING,
  title: either(STRING, FUNCTION),
  input: SCHEMA,
  output: SCHEMA,
  // An unknown guard counts as `forbidden` and must not fail the page.
  guard: ANY,
  access: ACCESS,
  scopes: STRING_LIST,
  effect: oneOf('irreversible'),
} satisfies KindsOf<PageToolDefinition>

const ACTION = { ...TOOL, run: requireOption(FUNCTION) }
const INTENT = { ...ACTION, state: OBJECT, ready: FUNCTION } satisfies KindsOf<IntentDefinition>

/** Throws a `TypeError` for unknown options of `intent(name, …)`, and for values that they don't accept. */
export function checkIntent(name: string, definition: object): void {
  checkOptions(`intent ${name}`, definition, INTENT)
  checkRestrictions(`intent ${name}`, definition)
  checkAccess(`intent ${name}`, definition)
}

/** Throws a `TypeError` for unknown options of an action of a store, and for values that they don't accept. */
export function checkAction(name: string, definition: object): void {
  checkOptions(`action ${name}`, definition, ACTION)
  checkRestrictions(`action ${name}`, definition)
  checkAccess(`action ${name}`, definition)
}
