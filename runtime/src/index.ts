/** `@fw/runtime`: imports for app code. */

export { api } from './api/define.ts'
export type { OfflineOptions } from './browser/offline/offline-first.ts'
export { offlineFirst } from './browser/offline/offline-first.ts'
export type { CachedOptions } from './cache/cached.ts'
export { cached } from './cache/cached.ts'
export { revalidatePath, revalidateTag } from './cache/revalidate.ts'
export type {
  Api,
  ApiDefinition,
  CacheTag,
  Call,
  Ctx,
  Guard,
  NewCacheTag,
  Origin,
  Register,
  Session,
} from './contract/api.ts'
export type { CacheConfig, CachePolicy } from './contract/cache.ts'
export { cachePolicy } from './contract/cache.ts'
export type { CallClient, ClientAbility, ClientAnswer, ClientRequest } from './contract/call-client.ts'
export type { FwConfig } from './contract/config.ts'
export { defineConfig } from './contract/config.ts'
export { FwError, FwIntentError } from './contract/error.ts'
export type { FeedConfig, FeedItem } from './contract/feed.ts'
export type { HrefOptions, HrefParams, ParamsOf, RoutePattern } from './contract/href.ts'
export { href } from './contract/href.ts'
export type { I18n, I18nDefinition, Locale, MessageKey, MessageTree, ValuesOf } from './contract/i18n.ts'
export type { ImageFile } from './contract/image.ts'
export type { Intent, IntentCall, IntentDefinition, IslandOptions } from './contract/intent.ts'
export type { McpContent, ToolContent } from './contract/mcp.ts'
export { toolContent } from './contract/mcp.ts'
export { notFound, redirect } from './contract/navigation.ts'
export type { ErrorPageProps, HeadNode, PageMeta, PageProps, RobotsMeta } from './contract/page.ts'
export type { Email, Int, Money, Uuid } from './contract/scalar.ts'
export type { Every, Schedule, ScheduleCall, ScheduleCtx, ScheduleDefinition } from './contract/schedule.ts'
export type { InputOf, OutputOf, Schema } from './contract/schema.ts'
export { bool, date, enums, enums as enum, int, list, money, num, obj, schema, str } from './contract/schema.ts'
export type {
  ArticleInput,
  ArticleJsonLd,
  BreadcrumbInput,
  BreadcrumbJsonLd,
  OrganizationInput,
  OrganizationJsonLd,
} from './head/json-ld.ts'
export { articleJsonLd, breadcrumbJsonLd, organizationJsonLd } from './head/json-ld.ts'
export { defineI18n } from './i18n/define-i18n.ts'
export type { I18nOfPage } from './i18n/translate.ts'
export { localePath, switchPath, t, useI18n } from './i18n/translate.ts'
export { schedule } from './schedule/define.ts'
export type { FieldAttributes, Form, FormOptions } from './solid/form-fields.ts'
export { useForm } from './solid/form-server.ts'
export type { ImageProps } from './solid/image.ts'
export { Image } from './solid/image-server.ts'
export { intent } from './solid/intent-server.ts'
export { island } from './solid/island.ts'
export type { LayoutProps } from './solid/layout-props.ts'
export type { StoreAction, StoreCall, StoreDef, StoreHandle } from './solid/store-definition.ts'
export { defineStore, useStore } from './solid/store-server.ts'
