/** Option checks of `defineAgent`. Numeric ranges are checked where the numbers are read. */
import type {
  AgentConfig,
  Budget,
  RemoteClientConfig,
  RemoteLoginConfig,
  RemoteServer,
  ToolFilter,
} from '#contract/agent/agent.ts'
import {
  ANY,
  BOOLEAN,
  either,
  FUNCTION,
  type KindsOf,
  NUMBER,
  OBJECT,
  type OptionKind,
  objectOf,
  oneOf,
  oneOrMore,
  requireOption,
  STRING,
  STRING_LIST,
} from '#contract/config/check-options.ts'
import { isObject } from '#contract/is-object.ts'

const FILTER = { include: STRING_LIST, exclude: STRING_LIST } satisfies KindsOf<ToolFilter>

/** The fields of both grants: types keep them apart. */
const OAUTH = {
  grant: requireOption(oneOf('client_credentials', 'authorization_code')),
  clientId: STRING,
  clientSecret: STRING,
  issuer: STRING,
  scope: STRING,
  secret: STRING,
  clientMetadataUrl: STRING,
} satisfies KindsOf<RemoteClientConfig> & KindsOf<RemoteLoginConfig>

const REMOTE = {
  ...FILTER,
  url: requireOption(STRING),
  token: STRING,
  name: STRING,
  timeoutMs: ANY,
  allowPrivate: BOOLEAN,
  allowData: BOOLEAN,
  readonly: STRING_LIST,
  trustHints: BOOLEAN,
  approve: oneOf('never', 'writes', 'always'),
  oauth: objectOf(OAUTH),
} satisfies KindsOf<RemoteServer>

const BUDGET = { maxTokens: ANY, maxCostUsd: ANY, windowMs: ANY } satisfies KindsOf<Budget>

const VERSIONS: ReadonlySet<unknown> = new Set(['v3', 'v4'])

const MODEL_OBJECT: OptionKind = {
  expected: 'a language model object of the AI SDK 6 or 7',
  accepts: (value) =>
    isObject(value) &&
    'specificationVersion' in value &&
    VERSIONS.has(value.specificationVersion) &&
    'doStream' in value &&
    typeof value.doStream === 'function',
}

const TOOL_CHOICE = either(
  oneOf('auto', 'none', 'required'),
  objectOf({ type: oneOf('tool'), toolName: requireOption(STRING) }),
)

const STOP_WHEN: OptionKind = {
  expected: 'a function or a list of functions',
  accepts: (value) => [value].flat().every((one) => typeof one === 'function'),
}

export const AGENT_OPTIONS = {
  instructions: STRING,
  model: either(STRING, MODEL_OBJECT),
  reasoning: oneOf('none', 'low', 'medium', 'high', 'xhigh'),
  temperature: NUMBER,
  maxOutputTokens: ANY,
  modelOptions: OBJECT,
  output: ANY,
  toolChoice: TOOL_CHOICE,
  prepareStep: FUNCTION,
  stopWhen: STOP_WHEN,
  maxTurns: ANY,
  tools: objectOf(FILTER),
  mcp: oneOrMore(REMOTE),
  maxResultBytes: ANY,
  providerTimeoutMs: ANY,
  budget: objectOf(BUDGET),
  prices: OBJECT,
  memory: either(BOOLEAN, objectOf({ ttlMs: ANY })),
  resumableStreams: BOOLEAN,
  onTurn: FUNCTION,
} satisfies KindsOf<AgentConfig>
