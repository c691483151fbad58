/** Parses JSON of callers: plain data with a limited depth, so that recursive code can't overflow the stack. */
import { FwError } from '#contract/http/error.ts'
import { getMessage } from '#contract/http/thrown-error.ts'
import { MAX_JSON_DEPTH } from '#contract/schema/json-depth.ts'

/** Parses a JSON string. Throws `invalid_json`. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text))
    throw new FwError('invalid_json', { message: `The JSON is nested deeper than ${MAX_JSON_DEPTH} levels.` })
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    // Any caller can cause this error, so it is logged without a stack.
    throw new FwError('invalid_json', { detail: describeProblem(cause) })
  }
}

/** Returns the engine's message without the text that it quotes: inputs may contain secrets, and are never logged. */
function describeProblem(cause: unknown): string {
  const position = /\bat position \d+/.exec(getMessage(cause))?.[0]
  return `The text is not valid JSON${position === undefined ? '' : ` ${position}`}.`
}

/** Counts opening brackets first: a few can't nest deeply, and `indexOf` is faster than a loop. */
function isTooDeep(text: string): boolean {
  return openers(text, '{') + openers(text, '[') > MAX_JSON_DEPTH && measureNesting(text) > MAX_JSON_DEPTH
}

function openers(text: string, opener: string): number {
  let found = 0
  for (let at = text.indexOf(opener); at !== -1 && found <= MAX_JSON_DEPTH; at = text.indexOf(opener, at + 1)) found++
  return found
}

const QUOTE = 34
const BACKSLASH = 92

/** Returns the maximum nesting depth outside strings. Stops above the limit. */
function measureNesting(text: string): number {
  let depth = 0
  let deepest = 0
  let quoted = false
  for (let at = 0; at < text.length && deepest <= MAX_JSON_DEPTH; at++) {
    const code = text.charCodeAt(at)
    if (quoted) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) quoted = false
    } else if (code === QUOTE) quoted = true
    else if (code === 123 || code === 91) deepest = Math.max(deepest, ++depth)
    else if (code === 125 || code === 93) depth--
  }
  return deepest
}

/** Parses a JSON body. Returns `undefined` if `parseJson` would throw. */
export function parseJsonOrUndefined(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
