/** Hooks of an app into the rounds of a turn, with the names of the AI SDK. */
import type { LanguageModel } from './language-model.ts'
import type { Message, ToolCall } from './message.ts'
import type { TokenUsage, ToolChoice } from './model.ts'

/** A finished round of a turn. */
export interface AgentStep {
  readonly text: string
  /** The calls of the model, including refused calls. */
  readonly toolCalls: readonly ToolCall[]
  readonly usage: TokenUsage
}

/** The argument of `prepareStep`. */
export interface StepFacts {
  /** Number of finished rounds of this request. */
  readonly stepNumber: number
  readonly steps: readonly AgentStep[]
  /** The conversation so far. */
  readonly messages: readonly Message[]
  /** The agent's model, as `provider/model`. */
  readonly model: string
}

/** What is different in one round. Absent members are those of the agent. */
export interface StepSettings {
  readonly model?: string | LanguageModel
  readonly toolChoice?: ToolChoice
  /**
   * Full names of the tools that the model may call in this round, or patterns such as `api.shop.*`; an empty list means none.
   * Names of tools that the turn doesn't have are ignored.
   */
  readonly activeTools?: readonly string[]
  /** Replaces the `instructions` of the agent. The framework's own rules stay. */
  readonly system?: string
}

/** Called before each round. */
export type PrepareStep = (facts: StepFacts) => StepSettings | undefined | Promise<StepSettings | undefined>

/** Called after each round with calls. Returns whether the turn ends. */
export type StopCondition = (facts: { readonly steps: readonly AgentStep[] }) => boolean | Promise<boolean>
