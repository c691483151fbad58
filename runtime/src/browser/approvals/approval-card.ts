/** The card of a pending call: the tool and its input, the changes that it would make, and the two buttons. */

import { PARTS_MAX } from '#contract/agent/count-parts.ts'
import type { ProposalOutcome } from '#contract/agent/proposal.ts'
import type { Reader } from '#contract/approval/format-scalar.ts'
import { describeCall, type ShownCall } from '#contract/approval/shown-call.ts'
import { describeValue } from '#contract/approval/shown-value.ts'
import { PROPOSALS_PATH } from '#contract/http/path.ts'
import type { Issue } from '#contract/schema/validation.ts'
import type { ShownContext } from './call-context.ts'
import type { Preview } from './preview-call.ts'
import { questionNodes } from './question-nodes.ts'
import { type Change, show } from './state-diff.ts'
import { element, fieldNodes, jsonNode, longValueNode, textNodes, valueNodes } from './value-nodes.ts'
import type { Decision, PageProposal, WaitingCall } from './waiting-call.ts'

/** `decided`: the call is running, or its rejection is being sent. `settled`: its outcome is shown. */
type CardState = 'pending' | 'decided' | 'settled'

export interface ApprovalCard {
  readonly node: HTMLElement
  /** Whether the call waits for responses. */
  readonly isQuestion: boolean
  getState(): CardState
  /** Ends the call without a decision, unless it is running. */
  drop(): unknown
  /** Shows that the call has expired. */
  expire(): void
  /** Shows a decision made elsewhere, and its outcome. */
  show(decision: Decision, outcome: ProposalOutcome): void
}

/** The panel around a card. */
interface CardHost {
  /** Returns whether a click on a button counts. */
  accepts(click: Event, button: HTMLElement): boolean
  /** Called when the content of the card has changed, which moves the cards below it. */
  changed(): void
}

/** Creates a card. */
export function approvalCard(call: WaitingCall, host: CardHost): ApprovalCard {
  const { proposal, about } = call
  const reader = getReader()
  const shown = describeCall(proposal, about, reader)
  const id = `call-${proposal.id}`
  const heading = element(
    'h3',
    { id, tabindex: '-1' },
    ...(shown.title === undefined ? [] : [`${shown.title} `]),
    element('code', {}, shown.tool),
  )
  const form = call.question && questionNodes(call.question, id)
  const buttons = decisionButtons(form?.sendLabel, id)
  const actions = element('div', { class: 'actions' }, buttons.approve, buttons.reject)
  const context = element('div', {}, ...contextNodes(call))
  const input = element('div', { class: 'value' }, valueNodes(shown.input))
  const body = element(
    'div',
    {},
    ...(shown.description === undefined ? [] : [element('p', {}, shown.description)]),
    ...(about === undefined ? [] : [element('p', {}, element('strong', {}, shown.effect))]),
    element('p', { class: 'soft' }, describeTimes(shown, proposal)),
    element('h4', {}, 'Input'),
    input,
    context,
    ...(form === undefined ? [] : [form.node]),
    ...(call.isOnServer ? [serverLink(proposal.id)] : []),
    actions,
  )
  const node = element('article', { 'aria-labelledby': id }, heading, body)
  let state: CardState = 'pending'
  /** Shows what came of the call in place of the question. The input remains, out of the way. */
  const showResult = (...outcome: (Node | string)[]) => {
    if (state === 'settled') return
    state = 'settled'
    body.replaceChildren(...outcome, element('details', {}, element('summary', {}, 'Input'), input))
    host.changed()
  }
  const running = status(form === undefined ? 'Approved. It is running.' : 'Sent. The call is running.')
  const decide = async (decision: Decision) => {
    // In a task of its own: code of the page that hears of the decision isn't a part of the person's click.
    const settling = new Promise<void>((resolve) => setTimeout(resolve)).then(() => call.settle(decision, form?.read()))
    // Before the button is removed, because the focus would be lost with it.
    heading.focus()
    actions.inert = true
    actions.setAttribute('aria-busy', 'true')
    state = 'decided'
    if (decision === 'approve') body.prepend(running)
    host.changed()
    const outcome = await settling
    const issues = 'changed' in outcome || form === undefined ? undefined : findIssues(outcome)
    if (!('changed' in outcome) && issues === undefined) return showResult(...outcomeNodes(decision, outcome, call))
    running.remove()
    if ('changed' in outcome) {
      const { changed } = outcome
      const advice = changed.preview ? 'This is what would happen now.' : 'Look at it before you decide.'
      context.replaceChildren(status(`The page has changed since. ${advice}`), ...contextNodes(changed))
    }
    state = 'pending'
    actions.inert = false
    actions.removeAttribute('aria-busy')
    if (issues !== undefined) form?.showIssues(issues)
    host.changed()
  }
  for (const decision of ['approve', 'reject'] as const)
    buttons[decision].addEventListener('click', (event) => {
      if (host.accepts(event, buttons[decision]) && !actions.inert) void decide(decision)
    })
  return {
    node,
    isQuestion: form !== undefined,
    getState: () => state,
    drop: () => state === 'pending' && call.drop(),
    expire: () => {
      if (!actions.inert) showResult(status(form ? 'Expired.' : 'Expired. It did not run.'))
    },
    show: (decision, outcome) => showResult(...outcomeNodes(decision, outcome, call)),
  }
}

/** The language of the page, and the time zone of the browser. */
function getReader(): Reader {
  return { locale: document.documentElement.lang || navigator.language }
}

function describeTimes(
  { requester, createdAt, expiresAt }: ShownCall,
  { agent, client, assistant }: PageProposal,
): string {
  const isKnown = agent !== undefined || client !== undefined || assistant !== undefined
  const by = isKnown ? requester : 'An agent in this page'
  return `${by} requested it at ${formatTime(createdAt)}. It expires at ${formatTime(expiresAt)}.`
}

/** Returns what is wrong with the responses, which have not been sent then. */
function findIssues(outcome: ProposalOutcome): readonly Issue[] | undefined {
  return outcome.ok || outcome.code !== 'invalid_input' ? undefined : outcome.issues
}

/** @param sendLabel Label of the button that sends responses; absent for an approval. */
function decisionButtons(sendLabel: string | undefined, callId: string) {
  const [approve, reject] = sendLabel === undefined ? ['Approve', 'Reject'] : [sendLabel, 'Decline']
  return {
    approve: decisionButton('approve', approve, callId),
    reject: decisionButton('reject', reject, callId),
  }
}

/** Creates a button that is disabled until the panel arms it. */
function decisionButton(decision: Decision, label: string, callId: string): HTMLButtonElement {
  const id = `${decision}-${callId}`
  return element(
    'button',
    { type: 'button', class: decision, 'aria-disabled': 'true', id, 'aria-labelledby': `${id} ${callId}` },
    label,
  )
}

function outcomeNodes(
  decision: Decision,
  outcome: ProposalOutcome,
  { about, question }: WaitingCall,
): (Node | string)[] {
  if (!outcome.ok)
    return [
      status(question === undefined ? FAILED[decision] : `${RESPONDED[decision]}, but the call failed.`),
      element('div', { class: 'value' }, ...textNodes(outcome.error)),
    ]
  if (decision === 'reject' && question === undefined) return [status('Rejected. It did not run.')]
  const { result, next } = outcome
  if (next !== undefined) return [status('The server of the tool asks a question before the call can end.')]
  const ended = status(
    question === undefined ? 'Approved. It has run, once.' : `${RESPONDED[decision]}. The call has ended.`,
  )
  if (result === undefined || result === null) return [ended]
  const shown = valueNodes(describeValue(result, about?.output, getReader()))
  const value = element('div', { class: 'value result', role: 'group', tabindex: '0', 'aria-label': 'Result' }, shown)
  return [ended, element('h4', {}, 'Result'), value]
}

const FAILED = {
  approve: 'Approved, but it failed. It is not retried.',
  reject: 'The rejection failed.',
} as const

/** What the user has done with a question. */
const RESPONDED = { approve: 'Sent', reject: 'Declined' } as const

function status(text: string): HTMLElement {
  return element('p', { role: 'status' }, element('strong', {}, text))
}

function serverLink(id: string): Node {
  const link = element('a', { href: `${PROPOSALS_PATH}?id=${encodeURIComponent(id)}` }, 'Open it on its own page')
  return element('p', {}, link)
}

/** Longest value of a prop in characters that is shown without a click. */
const SHOWN_MAX = 2_000

/** Renders the props of the component, and the changes that the call would make. */
function contextNodes({ props, preview }: ShownContext): Node[] {
  if (props === undefined) return previewNodes(preview)
  const fields = Object.entries(props).map(([name, value]) => ({
    name,
    value:
      show(value).length > SHOWN_MAX
        ? longValueNode(name, value)
        : valueNodes(describeValue(value, undefined, getReader())),
  }))
  const shown = element('div', { class: 'value' }, fieldNodes(fields))
  return [element('h4', {}, 'Context'), shown, ...previewNodes(preview)]
}

/** Renders the changes that the call would make. */
function previewNodes(preview: Preview | undefined): Node[] {
  if (preview === undefined) return []
  const { changes, failed } = preview
  return [
    element('h4', {}, 'Changes in this page'),
    changeNodes(changes),
    ...(failed === undefined ? [] : [element('p', {}, 'The preview failed: ', ...textNodes(failed))]),
  ]
}

function changeNodes(changes: readonly Change[]): Node {
  if (changes.length === 0) return element('p', {}, 'No changes.')
  return changes.length > PARTS_MAX ? element('div', { class: 'value' }, jsonNode(changes)) : changeTable(changes)
}

function changeTable(changes: readonly Change[]): Node {
  const cell = (tag: 'del' | 'ins', change: Change, side: 'before' | 'after') =>
    element(
      'td',
      {},
      side in change ? element(tag, {}, jsonNode(change[side])) : element('span', { class: 'soft' }, 'nothing'),
    )
  const rows = changes.map((change) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, element('bdi', {}, ...textNodes(change.path))),
      cell('del', change, 'before'),
      cell('ins', change, 'after'),
    ),
  )
  const heads = ['What', 'Now', 'Then'].map((text) => element('th', { scope: 'col' }, text))
  return element('table', {}, element('thead', {}, element('tr', {}, ...heads)), element('tbody', {}, ...rows))
}

function formatTime(at: number): string {
  return new Date(at).toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit' })
}
