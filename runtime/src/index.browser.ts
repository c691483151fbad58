/** `@fw/runtime` in the browser: what island code may use. Server-only names are absent, so a bundler names them. */
export { defineConfig } from './contract/config.ts'
export { FwError, FwIntentError } from './contract/error.ts'
export { href } from './contract/href.ts'
export { notFound, redirect } from './contract/navigation.ts'
export { bool, date, enums, enums as enum, int, list, money, num, obj, schema, str } from './contract/schema.ts'
export { intent } from './solid/intent-client.ts'
export { island } from './solid/island.ts'
export { defineStore, useStore } from './solid/store-client.ts'
