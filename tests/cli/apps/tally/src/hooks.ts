import { appendFileSync } from 'node:fs'

/** Writes down each call. */
export const onAudit = (entry: { tool: string; origin: string; guard: string; ok: boolean; proposal?: string }) => {
  const { tool, origin, guard, ok, proposal } = entry
  appendFileSync('audit.log', `${tool} ${origin} ${guard} ${ok}${proposal === undefined ? '' : ' parked'}\n`)
}
