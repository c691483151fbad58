/**
 * `@fw/runtime` in the browser: imports for island code. Server-only names are missing, so that a bundler reports their
 * use.
 */

export { live } from './browser/live/live.ts'
export { offlineFirst } from './browser/offline/offline-first.ts'
export { defineConfig } from './contract/config/config.ts'
export { isFwError } from './contract/http/call-error.ts'
export { FwError, FwIntentError } from './contract/http/error.ts'
export { href } from './contract/page/href.ts'
export { notFound, redirect } from './contract/page/navigation.ts'
export { bool, date, enums, enums as enum, int, list, money, num, obj, schema, str } from './contract/schema/schema.ts'
export { localePath, switchPath, t, useI18n } from './i18n/translate.ts'
export { useForm } from './solid/forms/form-client.ts'
export { intent } from './solid/islands/intent-client.ts'
export { island } from './solid/islands/island.ts'
export { Image } from './solid/render/image-client.ts'
export { defineStore, useStore } from './solid/stores/store-client.ts'
