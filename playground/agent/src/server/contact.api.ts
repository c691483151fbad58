import { api, type Call, type Email, FwError, href, type Int } from '@fw/runtime'
import { addCustomerMessage, findByToken, receiveMessage, type Ticket } from '../data/tickets.ts'

/** Writes to the support desk. Returns the link under which the customer reads the replies. */
export const write = api({
  access: 'public',
  title: 'Write to support',
  run: async ({ input, ctx }: Call<NewTicket>): Promise<Opened> => {
    await ctx.limit('message')
    const { email: customer, name, text } = input
    return toOpened(receiveMessage({ customer, name, text, channel: 'form' }))
  },
  leadsTo: ({ result }) => result.path,
})

/** Adds a message to the ticket of a link. */
export const reply = api({
  access: 'public',
  title: 'Write again',
  run: async ({ input, ctx }: Call<FurtherMessage>): Promise<Opened> => {
    await ctx.limit('message')
    const ticket = findByToken(input.token)
    if (ticket === undefined) throw new FwError('not_found', { message: 'This link belongs to no ticket.' })
    addCustomerMessage(ticket, input)
    return toOpened(ticket)
  },
  leadsTo: ({ result }) => result.path,
})

function toOpened({ id, token }: Ticket): Opened {
  return { ticket: id, path: href('/t/[token]', { token }) }
}

interface NewTicket {
  /**
   * @minLength 1
   * @maxLength 60
   * @message Tell us your name
   */
  name: string
  /** @message Enter your email address, such as name@example.com */
  email: Email
  /**
   * @minLength 10
   * @maxLength 5000
   * @message Describe in a sentence what has happened
   */
  text: string
}

interface FurtherMessage {
  /** The last part of the link of the ticket. */
  token: string
  /**
   * @minLength 1
   * @maxLength 5000
   * @message Write a message
   */
  text: string
}

interface Opened {
  /** Number of the ticket. */
  ticket: Int
  /** Path of the page of the ticket. Anyone who has it can read the ticket. */
  path: string
}
