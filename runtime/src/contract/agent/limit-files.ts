/** Files in conversations that are sent or stored again with each message. */
import { SUMMARY_FILE } from './compaction.ts'
import type { Attachment, Message } from './message.ts'

/**
 * Returns the conversation with the newest files of some roles only. Others are replaced by their names and types. The
 * newest files of the user always stay.
 *
 * @param most Characters of base64 of all these files.
 */
export function limitFiles(
  messages: readonly Message[],
  roles: readonly Message['role'][],
  most: number,
): readonly Message[] {
  let characters = 0
  const limit = (message: Message): Message => {
    if (message.attachments === undefined || !roles.includes(message.role)) return message
    const isNewest = characters === 0
    characters += message.attachments.reduce((sum, { data }) => sum + data.length, 0)
    return characters <= most || (isNewest && message.role === 'user') ? message : withoutFiles(message)
  }
  return messages.toReversed().map(limit).toReversed()
}

/** Replaces files by their names and types. The summary of earlier messages stays. */
export function withoutFiles({ attachments, ...message }: Message): Message {
  if (attachments === undefined) return message
  if (attachments.some(({ name }) => name === SUMMARY_FILE)) return { ...message, attachments }
  const lines = attachments.map(describeFile)
  return { ...message, content: [message.content, ...lines].filter((line) => line !== '').join('\n') }
}

function describeFile({ name = 'a file', mediaType }: Attachment): string {
  return `[${name}, ${mediaType}: sent earlier, no longer stored]`
}
