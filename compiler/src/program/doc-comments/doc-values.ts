/** The keyword tags that constrain: the kinds of types that they apply to, and how their values are parsed. */
import { FORMAT_NAMES, nearestName } from '@fw/runtime/contract'
import type { TypeNode } from '#type-tree.ts'

export interface Keyword {
  /** Kinds of nodes that it constrains, and their description in messages. */
  readonly kinds: readonly TypeNode['kind'][]
  readonly fits: string
  /** Returns the value for the tree, or the rest of a sentence about the tag that describes its requirement. */
  read(text: string): { readonly value: unknown } | WrongValue
}

interface WrongValue {
  readonly wrong: string
  readonly mild?: true
  /** The value that was probably meant. */
  readonly meant?: string
}

/** Formats of numbers; the builder `money()` has it too. */
export const NUMBER_FORMATS: readonly string[] = ['money-minor-units']
/** Hints for the rendering of forms, which aren't validated. */
const UNCHECKED_FORMATS: readonly string[] = ['password']

const number = (text: string) =>
  /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text) && Number.isFinite(Number(text))
    ? { value: Number(text) }
    : wrong('needs a number', text)
const positive = (text: string) => (Number(text) > 0 ? number(text) : wrong('needs a number above 0', text))
const count = (text: string) =>
  /^\d+$/.test(text) && Number.isSafeInteger(Number(text))
    ? { value: Number(text) }
    : wrong('needs a non-negative integer', text)
const flag = (text: string) =>
  text === '' || text === 'true'
    ? { value: true }
    : wrong("doesn't take a value", text, ' To disable it, remove the tag.')

const pattern = (text: string) => {
  const written = takePattern(text)
  const [, body, flags = ''] = /^\/(.+)\/([a-z]*)$/.exec(written) ?? []
  if (/^[dgimsvy]+u?$/.test(flags))
    return {
      wrong: `can't have flags; "${written}" has "${flags}". Write both cases as [Aa], a line end as [\\s\\S].`,
    }
  const source = body !== undefined && (flags === '' || flags === 'u') ? body : written
  if (source === '') return { wrong: 'needs a regular expression.' }
  if (written === text && WORDS_BEHIND.test(source))
    return {
      wrong: `has words after it: "${source}". Write the regular expression in backticks, and the words above the tags.`,
    }
  try {
    new RegExp(source, 'u')
    return { value: source }
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^.*: /, '') : String(error)
    return { wrong: `isn't a regular expression in unicode mode: "${source}" (${reason}).` }
  }
}

/** Two or more words at the end, which a matching string would have to contain. */
const WORDS_BEHIND = /\s(?:[-–—]\s+)?[A-Za-z]{2,}[,.:]?(?:\s+\(?[A-Za-z]+\)?[,.:]?)+$/

/** Returns the expression without surrounding backticks, and without prose after backticks, slashes or a final `$`. */
function takePattern(text: string): string {
  const [, quoted] = /^`([^`\n]+)`(?:\s|$)/.exec(text) ?? []
  if (quoted !== undefined) return quoted
  const [, slashed] = /^(\/\S+\/[a-z]*)(?:\s+\S[\s\S]*)?$/.exec(text) ?? []
  if (slashed !== undefined) return slashed
  // A pattern can't match after the end of a string.
  return /^(\^(?:[^\\\n]|\\.)*?\$)\s+\S[\s\S]*$/.exec(text)?.[1] ?? text
}

const format = (text: string) => {
  if (!/^[A-Za-z][\w-]*$/.test(text)) return wrong('needs one format name, such as email or date-time', text)
  const known = [...FORMAT_NAMES, ...NUMBER_FORMATS, ...UNCHECKED_FORMATS]
  if (known.includes(text)) return { value: text }
  const nearest = nearestName(text, known)
  const meant = nearest === undefined ? '' : ` Did you mean "${nearest}"?`
  return {
    wrong: `"${text}" is an unknown format.${meant} The known formats are ${known.join(', ')}. For other formats, write a @pattern.`,
    mild: true as const,
    ...(nearest !== undefined && { meant: nearest }),
  }
}

function wrong(needs: string, text: string, more = ''): { readonly wrong: string } {
  return { wrong: `${needs}${text === '' ? '' : `; "${text}" isn't valid`}.${more}` }
}

const NUMBERS = { kinds: ['number'], fits: 'numbers' } as const
const STRINGS = { kinds: ['string'], fits: 'strings' } as const
const ARRAYS = { kinds: ['array'], fits: 'arrays' } as const
const LISTS = { kinds: ['array', 'tuple'], fits: 'arrays' } as const

const CONSTRAINTS: Readonly<Record<string, Keyword>> = {
  integer: { ...NUMBERS, read: flag },
  minimum: { ...NUMBERS, read: number },
  maximum: { ...NUMBERS, read: number },
  exclusiveMinimum: { ...NUMBERS, read: number },
  exclusiveMaximum: { ...NUMBERS, read: number },
  multipleOf: { ...NUMBERS, read: positive },
  minLength: { ...STRINGS, read: count },
  maxLength: { ...STRINGS, read: count },
  pattern: { ...STRINGS, read: pattern },
  format: { kinds: ['string', 'number', 'codec'], fits: 'strings and numbers', read: format },
  minItems: { ...LISTS, read: count },
  maxItems: { ...LISTS, read: count },
  uniqueItems: { ...ARRAYS, read: flag },
}

/** Returns `undefined` for tags that don't constrain. */
export function findConstraint(tag: string): Keyword | undefined {
  return Object.hasOwn(CONSTRAINTS, tag) ? CONSTRAINTS[tag] : undefined
}
