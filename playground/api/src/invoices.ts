/** The invoices, in memory: gone with the process. Put a database in its place, such as `npx --no-install fw add drizzle`. */
import { FwError, type Int } from '@fw/runtime'

export type Currency = 'EUR' | 'GBP' | 'USD'
export type Status = 'open' | 'paid' | 'void'

export interface Invoice {
  id: string
  /** Your own number, once per invoice. */
  reference: string
  customer: string
  /** In cents. */
  amount: Int
  currency: Currency
  status: Status
  createdAt: Date
}

export interface Filter {
  readonly status?: Status | undefined
  /** Id of the last invoice of the page before. */
  readonly after?: string | undefined
  readonly limit: number
}

const invoices: Invoice[] = []

/** Returns a page of the invoices, the oldest first. */
export function listInvoices({ status, after, limit }: Filter): {
  readonly page: Invoice[]
  readonly hasMore: boolean
} {
  const start = after === undefined ? 0 : invoices.indexOf(getInvoice(after)) + 1
  const found = invoices.slice(start).filter((invoice) => status === undefined || invoice.status === status)
  return { page: found.slice(0, limit), hasMore: found.length > limit }
}

export function getInvoice(id: string): Invoice {
  const invoice = invoices.find((one) => one.id === id)
  if (invoice === undefined) throw new FwError('not_found', { message: `There is no invoice "${id}".` })
  return invoice
}

export function addInvoice(fields: Omit<Invoice, 'id' | 'status' | 'createdAt'>): Invoice {
  if (invoices.some(({ reference }) => reference === fields.reference))
    throw new FwError('reference_taken', { status: 409, message: `Another invoice has "${fields.reference}".` })
  const id = `inv_${String(invoices.length + 1).padStart(6, '0')}`
  const invoice: Invoice = { ...fields, id, status: 'open', createdAt: new Date() }
  invoices.push(invoice)
  return invoice
}

/** Closes an open invoice. */
export function closeInvoice(id: string, status: 'paid' | 'void'): Invoice {
  const invoice = getInvoice(id)
  if (invoice.status !== 'open')
    throw new FwError('invoice_closed', { status: 409, message: `The invoice "${id}" is ${invoice.status} already.` })
  invoice.status = status
  return invoice
}
