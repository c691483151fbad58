/** `@fw/runtime`: imports for app code. */

export { api } from './api/define.ts'
export type { WindowFw } from './browser/agent/page-api.ts'
export type { OfflineOptions } from './browser/offline/offline-first.ts'
export { offlineFirst } from './browser/offline/offline-first.ts'
export { revalidatePath, revalidateTag } from './cache/revalidate.ts'
export type { McpContent, ToolContent } from './contract/agent/mcp.ts'
export { toolContent } from './contract/agent/mcp.ts'
export type {
  Access,
  AccessFunction,
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
  UserCtx,
} from './contract/api.ts'
export type { FwConfig } from './contract/config/config.ts'
export { defineConfig } from './contract/config/config.ts'
export type { Every, Schedule, ScheduleCall, ScheduleCtx, ScheduleDefinition } from './contract/config/schedule.ts'
export type { CallClient, ClientAbility, ClientAnswer, ClientRequest } from './contract/http/call-client.ts'
export type { CallError } from './contract/http/call-error.ts'
export { isFwError } from './contract/http/call-error.ts'
export { FwError, FwIntentError } from './contract/http/error.ts'
export type { CacheConfig, CachePolicy } from './contract/page/cache.ts'
export { cachePolicy } from './contract/page/cache.ts'
export type { FeedConfig, FeedItem } from './contract/page/feed.ts'
export type { HrefOptions, HrefParams, LayoutPattern, ParamsOf, RoutePattern } from './contract/page/href.ts'
export { href } from './contract/page/href.ts'
export type { I18n, I18nDefinition, Locale, MessageKey, MessageTree, ValuesOf } from './contract/page/i18n.ts'
export type { ImageFile } from './contract/page/image.ts'
export type { Intent, IntentCall, IntentDefinition, IslandOptions } from './contract/page/intent.ts'
export { notFound, redirect } from './contract/page/navigation.ts'
export type {
  ErrorPageProps,
  HeadNode,
  MetaFunction,
  MetaProps,
  PageMeta,
  PageProps,
  RobotsMeta,
  StaticParams,
} from './contract/page/page.ts'
export type { Email, Int, Money, Uuid } from './contract/schema/scalar.ts'
export type { InputOf, OutputOf, Schema } from './contract/schema/schema.ts'
export { bool, date, enums, enums as enum, int, list, money, num, obj, schema, str } from './contract/schema/schema.ts'
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
export type { CachedOptions } from './memoize/cached.ts'
export { cached } from './memoize/cached.ts'
export { oncePerRequest } from './memoize/once-per-request.ts'
export { schedule } from './schedule/define.ts'
export type { FieldAttributes, Form, FormOptions } from './solid/forms/form-fields.ts'
export { useForm } from './solid/forms/form-server.ts'
export { intent } from './solid/islands/intent-server.ts'
export { island } from './solid/islands/island.ts'
export type { LayoutProps } from './solid/islands/layout-props.ts'
export type { LiveArguments, LiveCallOptions, LiveRead } from './solid/live/live-read.ts'
export { live } from './solid/live/live-server.ts'
export type { ImageProps } from './solid/render/image.ts'
export { Image } from './solid/render/image-server.ts'
export { Live } from './solid/render/live-region.ts'
export type { StoreAction, StoreCall, StoreDef, StoreHandle } from './solid/stores/store-definition.ts'
export { defineStore, useStore } from './solid/stores/store-server.ts'
