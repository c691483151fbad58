import type { ApiKey } from './api-keys.ts'

export interface Env {
  /** The keys of the programs that may call the API, as a JSON list. `npm run key` creates them. */
  API_KEYS?: ApiKey[]
  /**
   * The secret that the payment provider signs its webhook with. Without it, the webhook refuses every request.
   * @minLength 16
   */
  WEBHOOK_SECRET?: string
}
