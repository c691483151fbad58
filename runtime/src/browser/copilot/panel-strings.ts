/** Every word that the panel says by itself, in English. An app hands in its own. */
import type { CopilotCall, CopilotDecision } from './copilot-state.ts'

/** The words of the copilot's panel: English by default; give those that you want to be others. */
export interface CopilotStrings {
  /** What the panel is called. */
  readonly label: string
  /** What the list of what was said is called. */
  readonly conversation: string
  /** The name of the field, and what stands in it while it is empty. */
  readonly message: string
  readonly placeholder: string
  /** Below the field. */
  readonly hint: string
  readonly send: string
  readonly stop: string
  readonly retry: string
  /** Begins a new conversation. */
  readonly clear: string
  /** Goes back to the end of the conversation. */
  readonly latest: string
  /** Before what somebody said, for those who do not see where it stands. */
  readonly person: string
  readonly assistant: string
  /** While nothing has come yet. */
  readonly working: string
  /** Enter was pressed while an answer is coming. */
  readonly busy: string
  /** Above a call that waits for a person. */
  readonly waits: string
  /** Opens the page's approval dialog. */
  readonly review: string
  readonly input: string
  readonly result: string
  /** How a call stands; `stopped`: the conversation went on without its result. */
  readonly states: Readonly<Record<CopilotCall['state'] | 'stopped', string>>
  /** What became of a call that waited. */
  readonly outcomes: Readonly<Record<CopilotDecision['outcome'], string>>
  /** A result that is too long to be shown; `count` characters are left out. */
  readonly more: (count: number) => string
  /** What a tool is called; its name by default. */
  readonly tool: (name: string) => string
  /** Behind links, for those who do not see where they lead. */
  readonly newTab: string
  readonly needsScript: string
}

export const PANEL_STRINGS: CopilotStrings = {
  label: 'Assistant',
  conversation: 'Conversation',
  message: 'Your message',
  placeholder: 'Ask something',
  hint: 'Enter sends, Shift+Enter begins a new line.',
  send: 'Send',
  stop: 'Stop',
  retry: 'Try again',
  clear: 'Start over',
  latest: 'To the newest message',
  person: 'You:',
  assistant: 'Assistant:',
  working: 'The assistant is working.',
  busy: 'An answer is coming. Wait for it, or stop it first.',
  waits: 'Waits for your approval. Nothing has happened yet.',
  review: 'Review',
  input: 'Input',
  result: 'Result',
  states: {
    writing: 'being written',
    running: 'running',
    waiting: 'waits for you',
    done: 'done',
    failed: 'failed',
    stopped: 'stopped',
  },
  outcomes: { executed: 'You approved', rejected: 'You rejected', expired: 'Nobody decided in time on' },
  more: (count) => `… and ${count} more characters.`,
  tool: (name) => name,
  newTab: '(opens in a new tab)',
  needsScript: 'The assistant needs JavaScript.',
}
