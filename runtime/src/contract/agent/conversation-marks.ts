/**
 * Marks of a conversation: what its model has read, also on pages that the user has left, and in messages that have been
 * removed. Clients send marks back with their messages or in headers. Marks only add up: a client can make a turn stricter with
 * them, and never less strict.
 */
import { HOLDS_DATA_HEADER, TAINTED_HEADER } from '../http/path.ts'

/** The marks as a turn and its thread store them. */
export interface ConversationMarks {
  /** The model has read untrusted content. */
  readonly tainted: boolean
  /** Where the data comes from that the model has read: `APP_DATA`, or the prefix of a server's tools, such as `mcp_docs`. */
  readonly dataFrom: readonly string[]
}

/** The marks as replies, chunks of a stream and messages have them. */
export interface MessageMarks {
  /** The model has read untrusted content. */
  readonly tainted?: true
  /** The model has read data of the app, its pages or files. */
  readonly holdsData?: true
}

/** Source of all data except results of other servers. */
export const APP_DATA = 'app'

export const NO_MARKS: ConversationMarks = { tainted: false, dataFrom: [] }

export function joinMarks(...all: readonly ConversationMarks[]): ConversationMarks {
  return {
    tainted: all.some(({ tainted }) => tainted),
    dataFrom: [...new Set(all.flatMap(({ dataFrom }) => dataFrom))],
  }
}

/** Reads marks that a reply, a message or the caller has. */
export function readMarks(source: UncheckedMarks): ConversationMarks {
  const { tainted = false, holdsData = false } = pickMarks(source)
  return { tainted, dataFrom: holdsData ? [APP_DATA] : [] }
}

/** Returns marks for replies and messages. Results of other servers aren't included: they are in the messages. */
export function writeMarks({ tainted, dataFrom }: ConversationMarks): MessageMarks {
  return pickMarks({ tainted, holdsData: dataFrom.includes(APP_DATA) })
}

interface UncheckedMarks {
  readonly tainted?: unknown
  readonly holdsData?: unknown
}

/** Returns each mark that any of the sources has. */
export function pickMarks(...sources: readonly UncheckedMarks[]): MessageMarks {
  return {
    ...(sources.some(({ tainted }) => tainted === true) && { tainted: true as const }),
    ...(sources.some(({ holdsData }) => holdsData === true) && { holdsData: true as const }),
  }
}

/** Returns the headers with which a client reports the marks of its conversation. */
export function toMarkHeaders({ tainted, holdsData }: MessageMarks): Readonly<Record<string, string>> {
  return { ...(tainted && { [TAINTED_HEADER]: '1' }), ...(holdsData && { [HOLDS_DATA_HEADER]: '1' }) }
}
