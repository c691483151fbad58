/** The arguments of an ICU message. */
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { getMessage } from '@fw/runtime/contract'

/** Kind of format, which determines the type of the value. */
type ArgumentKind = 'text' | 'number' | 'date'

export type MessageArguments = ReadonlyMap<string, ArgumentKind>

type ReadMessage =
  | { readonly arguments: MessageArguments; readonly problem?: undefined }
  | { readonly problem: string; readonly arguments?: undefined }

/** Returns the arguments of a message, or why it is invalid. */
export function readMessage(text: string): ReadMessage {
  const found = new Map<string, ArgumentKind>()
  if (!/[{'}]/.test(text)) return { arguments: found }
  try {
    collect(parse(text, { ignoreTag: true, shouldParseSkeletons: true, requiresOtherClause: true }), found)
    return { arguments: found }
  } catch (error) {
    return { problem: getProblem(error) }
  }
}

function collect(elements: readonly MessageFormatElement[], into: Map<string, ArgumentKind>): void {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue
    const kind = getKind(element.type)
    // A number can be formatted as text too, but text can't be formatted as a number.
    if (kind !== 'text' || !into.has(element.value)) into.set(element.value, kind)
    if (element.type === TYPE.plural || element.type === TYPE.select)
      for (const { value } of Object.values(element.options)) collect(value, into)
  }
}

function getKind(type: TYPE): ArgumentKind {
  if (type === TYPE.number || type === TYPE.plural) return 'number'
  return type === TYPE.date || type === TYPE.time ? 'date' : 'text'
}

/** Descriptions of the parser's error codes. */
const PROBLEMS: Readonly<Record<string, string>> = {
  EXPECT_ARGUMENT_CLOSING_BRACE: 'a "{" is not closed',
  EMPTY_ARGUMENT: '"{}" names no value',
  MALFORMED_ARGUMENT: 'the content between "{" and "}" is not a valid name',
  INVALID_ARGUMENT_TYPE: 'a value must be number, date, time, plural, selectordinal or select',
  MISSING_OTHER_CLAUSE: 'plural and select need a case "other"',
  DUPLICATE_PLURAL_ARGUMENT_SELECTOR: 'a case is listed twice',
  DUPLICATE_SELECT_ARGUMENT_SELECTOR: 'a case is listed twice',
  EXPECT_PLURAL_ARGUMENT_SELECTOR_FRAGMENT: 'a case of a plural has no "{text}"',
  EXPECT_SELECT_ARGUMENT_SELECTOR_FRAGMENT: 'a case of a select has no "{text}"',
}

function getProblem(error: unknown): string {
  const code = getMessage(error)
  return PROBLEMS[code] ?? code.toLowerCase().replaceAll('_', ' ')
}
