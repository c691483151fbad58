import { api, type Call, FwError, type Int } from '@fw/runtime'
import { addFact, listFacts, removeFact } from '../data/facts.ts'
import { requireTicket } from '../data/tickets.ts'

/** Remembers a fact about the customer of a ticket for later tickets, such as a preference. Never card numbers or passwords. */
export const remember = api({
  title: 'Remember about the customer',
  access: { scopes: ['staff'] },
  run: async ({ input }: Call<NewFact>): Promise<Facts> => {
    const { customer } = requireTicket(input.id)
    addFact(customer, input.fact)
    return toFacts(customer)
  },
})

/** Recalls what the desk remembers about the customer of a ticket, also from earlier tickets. */
export const recall = api({
  title: 'Recall the customer',
  readonly: true,
  access: { scopes: ['staff'] },
  run: async ({ input }: Call<TicketQuery>): Promise<Facts> => toFacts(requireTicket(input.id).customer),
})

/** Forgets a fact about the customer of a ticket. Only people do it. */
export const forget = api({
  title: 'Forget a fact',
  guard: 'forbidden',
  access: { scopes: ['staff'] },
  run: async ({ input }: Call<OldFact>): Promise<{ forgotten: true }> => {
    if (!removeFact(requireTicket(input.id).customer, input.fact)) throw new FwError('not_found')
    return { forgotten: true }
  },
})

function toFacts(customer: string): Facts {
  return { customer, facts: listFacts(customer).map(({ id, text }) => ({ id, text })) }
}

interface TicketQuery {
  /** Number of the ticket. */
  id: Int
}

interface NewFact extends TicketQuery {
  /**
   * One sentence.
   * @minLength 3
   * @maxLength 300
   */
  fact: string
}

interface OldFact extends TicketQuery {
  /** Id of the fact. */
  fact: Int
}

export interface Facts {
  /** Address of the customer. */
  customer: string
  facts: {
    id: Int
    /** @untrusted It repeats what customers have written. */
    text: string
  }[]
}
