/**
 * Checks the options of `createFwServer`. Options of the kind `ANY` are checked by the module that uses them; numbers and
 * functions of the app's files are checked in `check-numbers.ts` and `check-functions.ts`.
 */

import type { McpOptions } from '#contract/agent/mcp.ts'
import { NEEDED_SCOPES } from '#contract/config/check-access.ts'
import {
  ANY,
  BOOLEAN,
  checkSetup,
  either,
  FUNCTION,
  type KindsOf,
  LIST,
  MILLISECONDS,
  NUMBER,
  OBJECT,
  type OptionKind,
  objectOf,
  oneOf,
  requireOption,
  STRING,
  STRING_LIST,
} from '#contract/config/check-options.ts'
import type { FwConfig, NavigationConfig, OpenApiConfig, Timeouts } from '#contract/config/config.ts'
import type { CacheConfig } from '#contract/page/cache.ts'
import type { BearerOptions } from '#identity/bearer.ts'
import type { SigningOptions } from '#identity/sign-requests.ts'
import { AGENTS_OPTIONS } from '#identity/web-bot-auth.ts'
import type { PageOptions } from '#page/pages.ts'
import { checkChannels } from './check-channels.ts'
import { checkFunctions } from './check-functions.ts'
import { checkNumbers } from './check-numbers.ts'
import type { CspOptions, FwServerOptions } from './options.ts'

const MCP_AUTH = {
  verify: FUNCTION,
  tokenEnv: STRING,
  token: STRING,
  resourceMetadataUrl: STRING,
  authorizationServers: STRING_LIST,
} satisfies KindsOf<BearerOptions>

const CSP = {
  nonce: either(STRING, FUNCTION),
  header: either(STRING, FUNCTION),
  static: oneOf('hash'),
} satisfies KindsOf<CspOptions>

const MCP = {
  instructions: STRING,
  toolNames: OBJECT,
  headers: OBJECT,
  tasks: objectOf({ afterMs: MILLISECONDS, required: STRING_LIST }),
  resources: LIST,
  prompts: LIST,
  pageSize: ANY,
} satisfies KindsOf<McpOptions>

/** Stores may be instances of classes with additional members. */
const SESSION: OptionKind = {
  expected: 'the result of createSessionStore',
  accepts: (value) =>
    typeof value === 'object' && value !== null && 'read' in value && typeof value.read === 'function',
}

const CACHE = {
  shared: BOOLEAN,
  store: STRING,
  maxEntries: ANY,
  maxBytes: ANY,
  tagHeader: STRING,
} satisfies KindsOf<CacheConfig>

const NAVIGATION = {
  spa: BOOLEAN,
  prefetch: BOOLEAN,
  speculationRules: BOOLEAN,
  viewTransitions: BOOLEAN,
} satisfies KindsOf<NavigationConfig>

const TIMEOUTS = {
  headersMs: ANY,
  requestMs: ANY,
  keepAliveMs: ANY,
  idleMs: ANY,
} satisfies KindsOf<Timeouts>

const OPENAPI = {
  access: either(oneOf('public', 'user'), objectOf({ scopes: requireOption(NEEDED_SCOPES) })),
  operations: oneOf('callable', 'all'),
  bearer: BOOLEAN,
  version: STRING,
  reference: BOOLEAN,
} satisfies KindsOf<OpenApiConfig>

const PAGES = {
  agentLinks: BOOLEAN,
  routesDir: STRING,
  routeFiles: LIST,
  routeTable: OBJECT,
  loadRoute: FUNCTION,
  keepRoutes: BOOLEAN,
  routes: OBJECT,
  matchers: OBJECT,
  title: STRING,
  description: STRING,
  siteUrl: STRING,
  lang: STRING,
  favicon: STRING,
  stylesheets: either(LIST, FUNCTION),
  inlineStyles: BOOLEAN,
  styleText: STRING,
  preloadFonts: LIST,
  runtimeUrl: STRING,
  clientEntryUrl: STRING,
  islandModules: OBJECT,
  navigation: objectOf(NAVIGATION),
  navigationUrl: STRING,
  formsUrl: STRING,
  liveUrl: STRING,
  serviceWorkerUrl: STRING,
  serviceWorker: objectOf({ register: BOOLEAN }),
  storeDefs: OBJECT,
  feed: ANY,
  searchOf: FUNCTION,
  onPageWarning: FUNCTION,
  onPageError: FUNCTION,
} satisfies KindsOf<PageOptions>

/** Fields of the configuration that the build reads. A host may pass the whole configuration. */
const BUILD_FIELDS = {
  access: ANY,
  contract: ANY,
  output: ANY,
  serverDir: ANY,
  clientEntry: ANY,
  storesModule: ANY,
  agentModule: ANY,
  fonts: ANY,
  budgets: ANY,
  keepAssets: ANY,
  compiler: ANY,
  vite: ANY,
} satisfies KindsOf<Omit<FwConfig, keyof FwServerOptions>>

const SERVER_OPTIONS = {
  ...BUILD_FIELDS,
  ...PAGES,
  apis: OBJECT,
  ctxFor: ANY,
  verifyBearer: ANY,
  session: SESSION,
  agents: objectOf(AGENTS_OPTIONS),
  mcpAuth: objectOf(MCP_AUTH),
  mcp: objectOf(MCP),
  allowedHosts: STRING_LIST,
  signing: objectOf({ keyEnv: requireOption(STRING) } satisfies KindsOf<SigningOptions>),
  csp: either(BOOLEAN, objectOf(CSP)),
  middleware: ANY,
  agent: OBJECT,
  skills: LIST,
  channels: OBJECT,
  websocket: OBJECT,
  schedules: OBJECT,
  onAudit: ANY,
  onChange: ANY,
  redact: ANY,
  onProposal: ANY,
  proposals: OBJECT,
  data: STRING,
  dataStore: OBJECT,
  sharesData: BOOLEAN,
  cache: either(BOOLEAN, objectOf(CACHE)),
  llmsTxt: objectOf({ title: STRING, description: STRING }),
  openapi: either(BOOLEAN, objectOf(OPENAPI)),
  referenceUrl: STRING,
  appPackage: objectOf({ version: STRING, license: STRING }),
  isListed: FUNCTION,
  i18n: OBJECT,
  redirects: LIST,
  rewrites: LIST,
  proposalTtlMs: ANY,
  maxPendingProposals: ANY,
  subjectOf: ANY,
  canSettle: ANY,
  approvals: oneOf('open', 'signed-in'),
  maxBodyBytes: ANY,
  uploads: ANY,
  trustProxy: either(BOOLEAN, NUMBER, STRING_LIST),
  timeouts: objectOf(TIMEOUTS),
  drainMs: ANY,
  drainDelayMs: ANY,
  validateOutput: BOOLEAN,
  production: BOOLEAN,
  log: FUNCTION,
  logLevel: oneOf('debug', 'info', 'warn', 'error', 'silent'),
  telemetry: objectOf({ content: BOOLEAN }),
  accessLog: BOOLEAN,
  inspect: FUNCTION,
  inspectLive: FUNCTION,
  now: FUNCTION,
} satisfies KindsOf<FwServerOptions>

/** Throws a `SetupError` for an option that doesn't exist, and for a value that an option doesn't accept. */
export function checkServerOptions(options: FwServerOptions): void {
  checkNumbers(options)
  checkFunctions(options)
  checkChannels(options)
  checkSetup('createFwServer', options, SERVER_OPTIONS)
}
