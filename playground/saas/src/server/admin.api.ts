import { api, type Call, type Int } from '@fw/runtime'
import { listEntries, type StoredEntry } from './audit.ts'

/** List the newest entries of the audit log, the newest first. */
export const auditLog = api({
  access: { scopes: ['site-admin'] },
  guard: 'forbidden',
  readonly: true,
  run: async ({ input }: Call<Limit>): Promise<StoredEntry[]> => listEntries(input.limit ?? 100),
})

export interface Limit {
  /**
   * @minimum 1
   * @maximum 500
   * @default 100
   */
  limit?: Int
}
