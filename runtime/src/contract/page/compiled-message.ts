/**
 * A parsed message as plain data, for the server and for browsers: a page can contain the messages that its islands use,
 * and a browser needs no parser.
 */

/** A string, or parts in order. */
export type CompiledMessage = string | readonly MessagePart[]

/** Cases by their selector: `one`, `=0`, `female`, `other`. */
export type MessageCases = Readonly<Record<string, CompiledMessage>>

export type MessagePart =
  | string
  /** `#`: the number of the enclosing plural, minus its offset. */
  | 0
  | readonly [kind: 'a', name: string]
  /** `scale` in the options multiplies the number. */
  | readonly [kind: 'n', name: string, options: MessageNumberOptions]
  /** Dates and times. */
  | readonly [kind: 'd', name: string, options: Intl.DateTimeFormatOptions]
  | readonly [kind: 's', name: string, cases: MessageCases]
  /** `o` is a plural by ordinal rank: 1st, 2nd. */
  | readonly [kind: 'p' | 'o', name: string, cases: MessageCases, offset: number]

export type MessageNumberOptions = Intl.NumberFormatOptions & { readonly scale?: number }

/** A value for a placeholder of a message. */
export type MessageValue = string | number | bigint | boolean | Date | null | undefined
export type MessageValues = Readonly<Record<string, MessageValue>>
