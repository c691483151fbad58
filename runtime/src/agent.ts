/** `@fw/runtime/agent`: the app's agent, its models and its skills. */
export { defineAgent } from './agent/define-agent.ts'
export { callProvider } from './agent/providers/call-provider.ts'
export { resolveModel, setupCard } from './agent/resolve-model.ts'
export { allowsTool } from './agent/tool-filter.ts'
export type {
  AgentConfig,
  AgentMount,
  Budget,
  FinishedTurn,
  ModelPrice,
  Refusal,
  RemoteServer,
  RemoteTools,
  SetupReply,
  ToolFilter,
  TurnReply,
} from './contract/agent/agent.ts'
export type { Compaction } from './contract/agent/compaction.ts'
export type { LanguageModel } from './contract/agent/language-model.ts'
export type { Attachment, Message, ToolCall } from './contract/agent/message.ts'
export type {
  ModelCall,
  ModelReply,
  ModelSettings,
  ModelTool,
  ProviderFailure,
  ProviderName,
  ResolvedModel,
  StopReason,
  TokenUsage,
  ToolChoice,
} from './contract/agent/model.ts'
export { ProviderError } from './contract/agent/model.ts'
export type { ListOptions, RemoteListing, RemoteSource } from './contract/agent/remote-source.ts'
export type { Skill, SkillSummary } from './contract/agent/skill.ts'
export type {
  AgentStep,
  PrepareStep,
  StepFacts,
  StepSettings,
  StopCondition,
} from './contract/agent/step-hooks.ts'
export type { SharedTurnData, TurnData, TurnDeps } from './contract/agent/turn-deps.ts'
export { discoverSkills, skillIndex } from './skills/discover-skills.ts'
export { parseSkill } from './skills/parse-skill.ts'
