/** `@fw/runtime`: what an app's own code imports. */

export { api } from './api/define.ts'
export type { Api, ApiDefinition, Call, Ctx, Guard, Origin, Register, Session } from './contract/api.ts'
export { defineConfig } from './contract/config.ts'
export { FwError, FwIntentError } from './contract/error.ts'
export type { Email, Int, Money, Uuid } from './contract/scalar.ts'
export type { InputOf, OutputOf, Schema } from './contract/schema.ts'
export { bool, date, enums, enums as enum, int, list, money, num, obj, schema, str } from './contract/schema.ts'
