/** The words for the calls that change a ticket: in approvals, and in the history of the ticket. */
export interface SentReply {
  /** Number of the ticket. */
  id: number
  /** Address of the customer, as the ticket has it. */
  customer: string
}

export interface SentRefund extends SentReply {
  cents: number
  currency: string
  order: string
}

export const describeReply = ({ id, customer }: SentReply): string => `Send a reply to ${customer} (ticket ${id})`

export const describeRefund = ({ id, customer, cents, currency, order }: SentRefund): string =>
  `Refund ${formatMoney(cents, currency)} to ${customer} for order ${order} (ticket ${id})`

export const describeClose = ({ id }: Pick<SentReply, 'id'>): string => `Close ticket ${id}`

export function formatMoney(cents: number, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(cents / 100)
}
