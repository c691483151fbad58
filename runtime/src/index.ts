/** `@fw/runtime`: what an app's own code imports. */

export { api } from './api/define.ts'
export type { Api, ApiDefinition, Call, Ctx, Guard, Origin, Register, Session } from './contract/api.ts'
export type { FwConfig } from './contract/config.ts'
export { defineConfig } from './contract/config.ts'
export { FwError, FwIntentError } from './contract/error.ts'
export type { FeedConfig, FeedItem } from './contract/feed.ts'
export type { HrefOptions, HrefParams, ParamsOf, RoutePattern } from './contract/href.ts'
export { href } from './contract/href.ts'
export type { Intent, IntentCall, IntentDefinition, IslandOptions } from './contract/intent.ts'
export { notFound, redirect } from './contract/navigation.ts'
export type { ErrorPageProps, HeadNode, PageMeta, PageProps, RobotsMeta } from './contract/page.ts'
export type { Email, Int, Money, Uuid } from './contract/scalar.ts'
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
export { intent } from './solid/intent-server.ts'
export { island } from './solid/island.ts'
export type { LayoutProps } from './solid/layout-props.ts'
export type { StoreAction, StoreCall, StoreDef, StoreHandle } from './solid/store-definition.ts'
export { defineStore, useStore } from './solid/store-server.ts'
