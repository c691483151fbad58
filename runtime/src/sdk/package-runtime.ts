/**
 * The runtime part of the packages that `fw export client` generates. `scripts/bundle-sdk.mjs` bundles it into one file with
 * its declarations.
 */

export type { TurnReply } from '#contract/agent/agent.ts'
export type { Message } from '#contract/agent/message.ts'
export type { CallError } from '#contract/http/call-error.ts'
export { isFwError } from '#contract/http/call-error.ts'
export type { AnyErrorCode, ErrorCode } from '#contract/http/error.ts'
export { getFormatCheck } from '#contract/page/format.ts'
export * from '#contract/schema/codec.ts'
export * from '#contract/schema/compiled-validator.ts'
export * from '#contract/schema/own-keys.ts'
export * from '#contract/schema/validate-value.ts'
export { ask } from './ask-app-agent.ts'
export type { BoundModules } from './bind-client.ts'
export { bindClient } from './bind-client.ts'
export type { CallOptions, Client, ClientOptions, FetchRequest, FetchResponse } from './create-client.ts'
export { createClient } from './create-client.ts'
export { createClientCall } from './create-client-call.ts'
export { createRoute } from './create-route.ts'
export type { ClientProposal as Proposal, DecisionOptions } from './proposals.ts'
export { approveProposal, isProposal, rejectProposal, waitForDecision } from './proposals.ts'
export type { UploadBytes } from './read-blobs.ts'
export { readBlobs } from './read-blobs.ts'
