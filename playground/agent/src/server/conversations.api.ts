import { api, type Call, FwError, type Int } from '@fw/runtime'
import { writeConversation } from '../data/conversations.ts'
import { requireTicket } from '../data/tickets.ts'

// The panel calls it after a reply of the agent, so it has agent origin and can't be `forbidden`. The tools of src/agent.ts
// don't include it.
/** Stores the conversation of the caller with the agent about a ticket, so that the panel continues it. */
export const store = api({
  title: 'Store the conversation',
  access: { scopes: ['staff'] },
  run: async ({ input, ctx }: Call<Conversation>): Promise<{ stored: true }> => {
    if (ctx.userId === undefined) throw new FwError('unauthenticated')
    writeConversation(requireTicket(input.id).id, ctx.userId, input.messages)
    return { stored: true }
  },
})

interface Conversation {
  /** Number of the ticket. */
  id: Int
  /**
   * Messages of the conversation, as JSON.
   * @maxLength 500000
   */
  messages: string
}
