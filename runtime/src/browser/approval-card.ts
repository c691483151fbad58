/** One call that waits, as nodes: what would be called with what, what it would change, and the two buttons. */

import { PROPOSALS_PATH } from '#contract/path.ts'
import type { ProposalOutcome } from '#contract/proposal.ts'
import type { Preview } from './shadow-run.ts'
import type { Change } from './state-diff.ts'
import { element, jsonNode, textNodes, valueNodes } from './value-nodes.ts'
import type { Decision, WaitingCall } from './waiting-call.ts'

export interface ApprovalCard {
  readonly node: HTMLElement
  isSettled(): boolean
  /** Lets its buttons act. */
  arm(): void
  /** They act no more until it is armed again. */
  disarm(): void
  /** It waits no more. */
  expire(): void
  /** What somebody has decided, and what came of it. */
  show(decision: Decision, outcome: ProposalOutcome): void
}

/** A key or a click that was under way when something new came to be seen must not decide. */
export const ARM_MS = 500

/** `changed` is called when it waits no more. */
export function approvalCard(call: WaitingCall, changed: () => void): ApprovalCard {
  const { proposal, title, description } = call
  const id = `call-${proposal.id}`
  const heading = element(
    'h3',
    { id, tabindex: '-1' },
    ...(title === undefined ? [] : [`${title} `]),
    element('code', {}, proposal.tool),
  )
  const buttons = { approve: decisionButton('Approve', id), reject: decisionButton('Reject', id) }
  const actions = element('div', { class: 'actions' }, buttons.approve, buttons.reject)
  const preview = element('div', {}, ...previewNodes(call.preview))
  const node = element(
    'article',
    { 'aria-labelledby': id },
    heading,
    ...(description === undefined ? [] : [element('p', {}, description)]),
    element(
      'p',
      { class: 'soft' },
      `Asked at ${formatTime(proposal.createdAt)}. Expires at ${formatTime(proposal.expiresAt)}.`,
    ),
    element('h4', {}, 'Input'),
    element('div', { class: 'value' }, valueNodes(proposal.input)),
    preview,
    ...(call.isOnServer ? [serverLink(proposal.id)] : []),
    actions,
  )
  let settled = false
  const arm = () => {
    for (const button of Object.values(buttons)) button.disabled = false
  }
  const disarm = () => {
    for (const button of Object.values(buttons)) button.disabled = true
  }
  const say = (...outcome: (Node | string)[]) => {
    if (settled) return
    settled = true
    actions.replaceWith(...outcome)
    changed()
  }
  const decide = async (decision: Decision) => {
    const settling = call.settle(decision)
    // Before the button goes, or the focus would be lost with it.
    heading.focus()
    actions.inert = true
    actions.setAttribute('aria-busy', 'true')
    const outcome = await settling
    if (!('changed' in outcome)) return say(...outcomeNodes(decision, outcome))
    const notice = status('The page has changed since. This is what would happen now.')
    preview.replaceChildren(notice, ...previewNodes(outcome.changed))
    disarm()
    actions.inert = false
    actions.removeAttribute('aria-busy')
    setTimeout(arm, ARM_MS)
  }
  for (const decision of ['approve', 'reject'] as const)
    buttons[decision].addEventListener('click', (event) => {
      // A script can click; only a person's click is trusted.
      if (event.isTrusted && !actions.inert) void decide(decision)
    })
  return {
    node,
    isSettled: () => settled,
    arm,
    disarm,
    expire: () => {
      if (!actions.inert) say(status('Expired. It did not run.'))
    },
    show: (decision, outcome) => say(...outcomeNodes(decision, outcome)),
  }
}

/** Disabled at first: a key or a click that was meant for the page must not decide. */
function decisionButton(label: string, callId: string): HTMLButtonElement {
  const id = `${label.toLowerCase()}-${callId}`
  return element(
    'button',
    { type: 'button', class: label.toLowerCase(), disabled: '', id, 'aria-labelledby': `${id} ${callId}` },
    label,
  )
}

function outcomeNodes(decision: Decision, outcome: ProposalOutcome): (Node | string)[] {
  if (!outcome.ok)
    return [
      status(decision === 'approve' ? 'Approved, but it failed. It is not tried again.' : 'It could not be rejected.'),
      element('div', { class: 'value' }, ...textNodes(outcome.error)),
    ]
  if (decision === 'reject') return [status('Rejected. It did not run.')]
  const shown = outcome.result === undefined || outcome.result === null ? [] : [outcome.result]
  return [
    status('Approved. It has run, once.'),
    ...shown.flatMap((result) => [element('h4', {}, 'Result'), element('div', { class: 'value' }, valueNodes(result))]),
  ]
}

function status(text: string): Node {
  return element('p', { role: 'status' }, element('strong', {}, text))
}

function serverLink(id: string): Node {
  const link = element('a', { href: `${PROPOSALS_PATH}?id=${encodeURIComponent(id)}` }, 'Read it on a page of its own')
  return element('p', {}, link)
}

/** What the run on copies came to. */
function previewNodes(preview: Preview | undefined): Node[] {
  if (preview === undefined) return []
  const { changes, calls, failed, isPartial } = preview
  const rest = isPartial ? 'What follows depends on the answers that only the real run gets.' : ''
  return [
    element('h4', {}, 'What would change here'),
    changes.length > 0 ? changeTable(changes) : element('p', {}, 'Nothing that it has declared.'),
    ...(calls.length === 0 ? [] : [element('h4', {}, 'What would be called'), callList(calls)]),
    ...(failed === undefined ? [] : [element('p', {}, 'On a copy it failed: ', ...textNodes(failed))]),
    ...(rest === '' ? [] : [element('p', { class: 'soft' }, rest)]),
  ]
}

function callList(calls: Preview['calls']): Node {
  const items = calls.map(({ tool, input }) =>
    element('li', {}, element('code', {}, tool), ' ', ...(input === undefined ? [] : [jsonNode(input)])),
  )
  return element('ul', { class: 'value' }, ...items)
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
