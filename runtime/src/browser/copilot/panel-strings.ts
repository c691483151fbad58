/** The panel's own strings in English. An app can replace them. */
import type { CopilotCall, CopilotDecision } from './copilot-state.ts'

/** Strings of the copilot's panel: English by default. Pass the ones that you want to replace. */
export interface CopilotStrings {
  /** Accessible name of the panel. */
  readonly label: string
  /** Accessible name of the conversation. */
  readonly conversation: string
  /** Accessible name of the field, and its placeholder. */
  readonly message: string
  readonly placeholder: string
  /** Hint below the field. */
  readonly hint: string
  readonly send: string
  readonly stop: string
  readonly retry: string
  /** Starts a new conversation. */
  readonly clear: string
  /** Scrolls to the end of the conversation. */
  readonly latest: string
  /** Read by screen readers before each message. */
  readonly person: string
  readonly assistant: string
  /** Announced until the reply begins. */
  readonly working: string
  /** Announced if Enter is pressed while a reply is in progress. */
  readonly busy: string
  /** Above a call that is pending approval. */
  readonly waits: string
  /** Opens the page's approval dialog. */
  readonly review: string
  readonly input: string
  readonly result: string
  /** Title of the model's reasoning. */
  readonly reasoning: string
  /** Title of the summary of earlier messages. */
  readonly summarised: string
  /** States of a call; `stopped`: the conversation continued without its result. */
  readonly states: Readonly<Record<CopilotCall['state'] | 'stopped', string>>
  /** Outcomes of a pending call. */
  readonly outcomes: Readonly<Record<CopilotDecision['outcome'], string>>
  /** Follows a result that is too long to show; `count` characters are left out. */
  readonly more: (count: number) => string
  /**
   * Returns the words for a call of a tool. By default the `title` of the tool, which may depend on the input of the call, or
   * else its name.
   */
  readonly tool: (name: string, title?: string) => string
  /** Read by screen readers after links. */
  readonly newTab: string
  readonly needsScript: string
}

export const PANEL_STRINGS: CopilotStrings = {
  label: 'Assistant',
  conversation: 'Conversation',
  message: 'Your message',
  placeholder: 'Ask something',
  hint: 'Enter sends, Shift+Enter starts a new line.',
  send: 'Send',
  stop: 'Stop',
  retry: 'Try again',
  clear: 'Start over',
  latest: 'To the newest message',
  person: 'You:',
  assistant: 'Assistant:',
  working: 'The assistant is working.',
  busy: 'A reply is in progress. Wait for it, or stop it first.',
  waits: 'Needs your approval. Nothing has happened yet.',
  review: 'Review',
  input: 'Input',
  result: 'Result',
  reasoning: 'Reasoning',
  summarised: 'Earlier messages were summarised',
  states: {
    writing: 'being written',
    running: 'running',
    waiting: 'needs your approval',
    done: 'done',
    failed: 'failed',
    stopped: 'stopped',
  },
  outcomes: { executed: 'You approved', rejected: 'You rejected', expired: 'Not approved in time:' },
  more: (count) => `… and ${count} more characters.`,
  tool: (name, title) => title ?? name,
  newTab: '(opens in a new tab)',
  needsScript: 'The assistant needs JavaScript.',
}
