/** Files of results in the conversation that a client stores, and sends back with each message. */
import type { Message } from '#contract/agent/message.ts'
import { withoutFiles } from '#contract/agent/thread.ts'

/** Characters of base64: a quarter of the default size of a request. */
const MAX_CHARACTERS = 262_144

/** Returns the conversation with the newest files of results only. Others are replaced by their types. */
export function limitResultFiles(messages: readonly Message[]): readonly Message[] {
  let characters = 0
  return messages
    .toReversed()
    .map((message) => {
      if (message.role !== 'tool' || message.attachments === undefined) return message
      characters += message.attachments.reduce((sum, { data }) => sum + data.length, 0)
      return characters <= MAX_CHARACTERS ? message : withoutFiles(message)
    })
    .toReversed()
}
