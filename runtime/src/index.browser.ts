/**
 * `@fw/runtime` in the browser: imports for island code. Server-only names are missing, so that a bundler reports their
 * use.
 */
export { offlineFirst } from './browser/offline/offline-first.ts'
export { defineConfig } from './contract/config.ts'
export { FwError, FwIntentError } from './contract/error.ts'
export { href } from './contract/href.ts'
export { notFound, redirect } from './contract/navigation.ts'
export { bool, date, enums, enums as enum, int, list, money, num, obj, schema, str } from './contract/schema.ts'
export { localePath, switchPath, t, useI18n } from './i18n/translate.ts'
export { useForm } from './solid/form-client.ts'
export { Image } from './solid/image-client.ts'
export { intent } from './solid/intent-client.ts'
export { island } from './solid/island.ts'
export { defineStore, useStore } from './solid/store-client.ts'
