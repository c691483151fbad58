import { api } from '@fw/runtime'

/** Says that the shop is open. */
export const status = api({ run: async () => ({ open: true }) })

/** Adds two numbers. */
export function add(a: number, b: number): number {
  return a + b
}
