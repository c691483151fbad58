export { defineConfig } from './contract/config.ts'
export type { Email, Int, Money, Uuid } from './contract/scalar.ts'
