/** Option checks of `defineAgent`. Numeric ranges are checked where the numbers are read. */
import type { AgentConfig, Budget, RemoteServer, ToolFilter } from '#contract/agent/agent.ts'
import {
  ANY,
  BOOLEAN,
  either,
  FUNCTION,
  type KindsOf,
  OBJECT,
  objectOf,
  oneOrMore,
  requireOption,
  STRING,
  STRING_LIST,
} from '#contract/config/check-options.ts'

const FILTER = { include: STRING_LIST, exclude: STRING_LIST } satisfies KindsOf<ToolFilter>

const REMOTE = {
  ...FILTER,
  url: requireOption(STRING),
  token: STRING,
  name: STRING,
  timeoutMs: ANY,
  allowPrivate: BOOLEAN,
  allowData: BOOLEAN,
} satisfies KindsOf<RemoteServer>

const BUDGET = { maxTokens: ANY, maxCostUsd: ANY, windowMs: ANY } satisfies KindsOf<Budget>

export const AGENT_OPTIONS = {
  instructions: STRING,
  model: STRING,
  modelOptions: OBJECT,
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
