/** The card of a pending call: the tool and its input, the changes that it would make, and the two buttons. */

import { PARTS_MAX } from '#contract/agent/count-parts.ts'
import type { ProposalOutcome } from '#contract/agent/proposal.ts'
import type { Reader } from '#contract/approval/format-scalar.ts'
import { describeCall, type ShownCall, type ToolDescription } from '#contract/approval/shown-call.ts'
import { describeValue } from '#contract/approval/shown-value.ts'
import { PROPOSALS_PATH } from '#contract/http/path.ts'
import type { ShownContext } from './call-context.ts'
import type { Preview } from './preview-call.ts'
import { type Change, show } from './state-diff.ts'
import { element, fieldNodes, jsonNode, longValueNode, textNodes, valueNodes } from './value-nodes.ts'
import type { Decision, PageProposal, WaitingCall } from './waiting-call.ts'

/** `decided`: the call is running, or its rejection is being sent. `settled`: its outcome is shown. */
type CardState = 'pending' | 'decided' | 'settled'

export interface ApprovalCard {
  readonly node: HTMLElement
  getState(): CardState
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
  const buttons = { approve: decisionButton('Approve', id), reject: decisionButton('Reject', id) }
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
  const running = status('Approved. It is running.')
  const decide = async (decision: Decision) => {
    // In a task of its own: code of the page that hears of the decision isn't a part of the person's click.
    const settling = new Promise<void>((resolve) => setTimeout(resolve)).then(() => call.settle(decision))
    // Before the button is removed, because the focus would be lost with it.
    heading.focus()
    actions.inert = true
    actions.setAttribute('aria-busy', 'true')
    state = 'decided'
    if (decision === 'approve') body.prepend(running)
    host.changed()
    const outcome = await settling
    if (!('changed' in outcome)) return showResult(...outcomeNodes(decision, outcome, about))
    const { changed } = outcome
    const advice = changed.preview ? 'This is what would happen now.' : 'Look at it before you decide.'
    context.replaceChildren(status(`The page has changed since. ${advice}`), ...contextNodes(changed))
    running.remove()
    state = 'pending'
    actions.inert = false
    actions.removeAttribute('aria-busy')
    host.changed()
  }
  for (const decision of ['approve', 'reject'] as const)
    buttons[decision].addEventListener('click', (event) => {
      if (host.accepts(event, buttons[decision]) && !actions.inert) void decide(decision)
    })
  return {
    node,
    getState: () => state,
    expire: () => {
      if (!actions.inert) showResult(status('Expired. It did not run.'))
    },
    show: (decision, outcome) => showResult(...outcomeNodes(decision, outcome, about)),
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

/** Creates a button that is disabled until the panel arms it. */
function decisionButton(label: string, callId: string): HTMLButtonElement {
  const id = `${label.toLowerCase()}-${callId}`
  return element(
    'button',
    { type: 'button', class: label.toLowerCase(), 'aria-disabled': 'true', id, 'aria-labelledby': `${id} ${callId}` },
    label,
  )
}

function outcomeNodes(
  decision: Decision,
  outcome: ProposalOutcome,
  about: ToolDescription | undefined,
): (Node | string)[] {
  if (!outcome.ok)
    return [
      status(decision === 'approve' ? 'Approved, but it failed. It is not retried.' : 'The rejection failed.'),
      element('div', { class: 'value' }, ...textNodes(outcome.error)),
    ]
  if (decision === 'reject') return [status('Rejected. It did not run.')]
  const { result } = outcome
  if (result === undefined || result === null) return [status('Approved. It has run, once.')]
  const shown = valueNodes(describeValue(result, about?.output, getReader()))
  const value = element('div', { class: 'value result', role: 'group', tabindex: '0', 'aria-label': 'Result' }, shown)
  return [status('Approved. It has run, once.'), element('h4', {}, 'Result'), value]
}

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
