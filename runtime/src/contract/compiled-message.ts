/**
 * A message as it is formatted, on the server and in browsers: parsed once, plain data, so that a page can carry those
 * that its islands use, and a browser needs no parser.
 */

/** Text, or parts in their order. */
export type CompiledMessage = string | readonly MessagePart[]

/** Cases by their selector: `one`, `=0`, `female`, `other`. */
export type MessageCases = Readonly<Record<string, CompiledMessage>>

export type MessagePart =
  | string
  /** `#`: the number of the plural around it, less its offset. */
  | 0
  | readonly [kind: 'a', name: string]
  /** `scale` in the options multiplies the number. */
  | readonly [kind: 'n', name: string, options: MessageNumberOptions]
  /** Dates and times. */
  | readonly [kind: 'd', name: string, options: Intl.DateTimeFormatOptions]
  | readonly [kind: 's', name: string, cases: MessageCases]
  /** `o` is a plural by rank: 1st, 2nd. */
  | readonly [kind: 'p' | 'o', name: string, cases: MessageCases, offset: number]

export type MessageNumberOptions = Intl.NumberFormatOptions & { readonly scale?: number }

/** What a message is filled with. */
export type MessageValue = string | number | bigint | boolean | Date | null | undefined
export type MessageValues = Readonly<Record<string, MessageValue>>
