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
  return { ...message, content: nameFiles(message.content, attachments) }
}

/** Adds the names of files that are not stored with a text. */
export function nameFiles(text: string, files: readonly Attachment[]): string {
  return [text, ...files.map(describeFile)].filter((line) => line !== '').join('\n')
}

const REMOVED = ': not stored in the conversation]'

function describeFile({ name = 'a file', mediaType }: Attachment): string {
  return `[${name}, ${mediaType}${REMOVED}`
}

/** Whether a result had files, of which only the names are left. Clients may store it as a JSON string. */
export function hadFiles({ role, content }: Message): boolean {
  return role === 'tool' && (content.endsWith(REMOVED) || content.endsWith(`${REMOVED}"`))
}
