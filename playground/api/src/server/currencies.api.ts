import { api } from '@fw/runtime'
import type { Currency } from '../invoices.ts'

/** Returns the currencies that an invoice can have. Needs no key. */
export const list = api({
  access: 'public',
  readonly: true,
  http: 'GET /v1/currencies',
  // Any page may read it.
  cors: ['*'],
  run: async (): Promise<{ currencies: Currency[] }> => ({ currencies: ['EUR', 'GBP', 'USD'] }),
})
