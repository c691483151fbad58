/** Conversations whose older part was summarised, because the model could not read all of it. */
import type { Message } from './message.ts'

/** An older part of the conversation that was replaced by its summary. In a stream of all parts: `data-compaction`. */
export interface Compaction {
  /** Number of messages that the summary replaces. */
  readonly messages: number
  readonly summary: string
}

/** Name of the file with a summary of untrusted content. */
export const SUMMARY_FILE = 'conversation-summary.md'

const NOTE =
  'The older part of this conversation was too long, and was replaced by a summary. Its calls follow with their inputs; long results are cut.'

/** Returns the message in place of the summarised ones. The summary of untrusted content is a file, and so stays untrusted. */
export function writeSummary(summary: string, isTainted: boolean): Message {
  if (!isTainted) return { role: 'user', content: `${NOTE}\n\n${summary}` }
  const bytes = new TextEncoder().encode(summary)
  const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return { role: 'user', content: NOTE, attachments: [{ name: SUMMARY_FILE, mediaType: 'text/markdown', data }] }
}

/** Returns the summary that a message contains; `undefined` for any other message. */
export function readSummary({ role, content, attachments = [] }: Message): string | undefined {
  if (role !== 'user' || !content.startsWith(NOTE)) return undefined
  const file = attachments.find(({ name }) => name === SUMMARY_FILE)
  if (file === undefined) return content.slice(NOTE.length).trim()
  return new TextDecoder().decode(Uint8Array.from(atob(file.data), (character) => character.charCodeAt(0)))
}
