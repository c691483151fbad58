import { api, type Call, type Int } from '@fw/runtime'
import {
  addInvoice,
  type Currency,
  closeInvoice,
  getInvoice,
  type Invoice,
  listInvoices,
  type Status,
} from '../invoices.ts'

interface Page {
  status?: Status
  /** Id of the last invoice of the page before. */
  after?: string
  /**
   * @minimum 1
   * @maximum 100
   * @default 20
   */
  limit?: Int
}

interface NewInvoice {
  /**
   * Your own number, once per invoice.
   * @minLength 1
   * @maxLength 40
   */
  reference: string
  /**
   * @minLength 1
   * @maxLength 200
   */
  customer: string
  /**
   * In cents.
   * @minimum 1
   */
  amount: Int
  currency: Currency
}

interface Address {
  /** Such as inv_000001. */
  id: string
}

/** Returns a page of the invoices, the oldest first. If there are more, `next` is the value of `after` for the next page. */
export const list = api({
  readonly: true,
  access: { scopes: ['invoices:read'] },
  http: 'GET /v1/invoices',
  // Pages of these sites may read invoices. They send a key, and no cookies.
  cors: ['https://app.example'],
  run: async ({ input }: Call<Page>): Promise<{ invoices: Invoice[]; next?: string }> => {
    const { page, hasMore } = listInvoices({ ...input, limit: input.limit ?? 20 })
    const last = page.at(-1)
    return { invoices: page, ...(hasMore && last !== undefined && { next: last.id }) }
  },
})

/** Returns the invoice with this id, with its current status. */
export const get = api({
  readonly: true,
  access: { scopes: ['invoices:read'] },
  http: 'GET /v1/invoices/[id]',
  cors: ['https://app.example'],
  run: async ({ input }: Call<Address>): Promise<Invoice> => getInvoice(input.id),
})

/** Issues an invoice, which is open until its payment arrives. Fails with `reference_taken` if the reference is in use. */
export const create = api({
  access: { scopes: ['invoices:write'] },
  http: 'POST /v1/invoices',
  status: 201,
  run: async ({ input, ctx }: Call<NewInvoice>): Promise<Invoice> => {
    const invoice = addInvoice(input)
    ctx.headers.set('location', `/v1/invoices/${invoice.id}`)
    return invoice
  },
})

/** Cancels an open invoice for good. Agents need the approval of a user. Fails with `invoice_closed` if it isn't open. */
export const cancel = api({
  guard: 'confirm',
  access: { scopes: ['invoices:write'] },
  http: 'POST /v1/invoices/[id]/cancel',
  run: async ({ input }: Call<Address>): Promise<Invoice> => closeInvoice(input.id, 'void'),
})
