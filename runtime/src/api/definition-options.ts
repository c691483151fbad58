/** Checks the options of `api()`. */
import type { ApiDefinition } from '#contract/api.ts'
import { ACCESS } from '#contract/config/check-access.ts'
import {
  BOOLEAN,
  either,
  FUNCTION,
  type KindsOf,
  MILLISECONDS,
  OBJECT,
  type OptionKind,
  objectOf,
  oneOf,
  requireOption,
  STRING,
  STRING_LIST,
} from '#contract/config/check-options.ts'

const GUARD = oneOf('auto', 'confirm', 'forbidden')
/** Schemas of libraries can be objects or functions. */
const SCHEMA = either(OBJECT, FUNCTION)

/** 205 and 206 have a meaning that no result has. */
const SUCCESS: OptionKind = {
  expected: 'a status from 200 to 299, except 205 and 206',
  accepts: (value) =>
    typeof value === 'number' &&
    Number.isInteger(value) &&
    value >= 200 &&
    value < 300 &&
    value !== 205 &&
    value !== 206,
}

export const DEFINITION_OPTIONS = {
  description: STRING,
  title: either(STRING, FUNCTION),
  input: SCHEMA,
  output: SCHEMA,
  guard: either(GUARD, FUNCTION),
  maxGuard: GUARD,
  access: ACCESS,
  scopes: STRING_LIST,
  effect: oneOf('irreversible'),
  invalidates: STRING_LIST,
  tags: either(STRING_LIST, FUNCTION),
  readonly: BOOLEAN,
  http: STRING,
  status: SUCCESS,
  cors: either(STRING_LIST, objectOf({ origins: requireOption(STRING_LIST), credentials: BOOLEAN })),
  leadsTo: FUNCTION,
  timeoutMs: MILLISECONDS,
  eager: BOOLEAN,
  run: requireOption(FUNCTION),
} satisfies KindsOf<ApiDefinition<unknown, unknown>>

interface TagOptions {
  readonly tags?: readonly string[] | ((call: never) => readonly string[])
  readonly readonly?: boolean
}

/** Throws a `TypeError` for tags of an API that no live read can have, and for a tag that is empty. */
export function checkTags(owner: string, { tags, readonly }: TagOptions): void {
  if (tags === undefined) return
  if (readonly !== true)
    throw new TypeError(
      `${owner}: tags needs readonly: true, because only reads are live. Write invalidates for the tags that a call changes.`,
    )
  if (typeof tags !== 'function' && tags.includes(''))
    throw new TypeError(`${owner}: tags contains an empty string. A tag needs at least one character.`)
}
