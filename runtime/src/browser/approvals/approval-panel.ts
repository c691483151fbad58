/**
 * The dialog for pending calls, in a closed shadow root of the element `fw-approval`. Its buttons react to trusted
 * events of a user only. It is built of nodes, so that it needs no nonce and parses nothing.
 */
import type { ProposalOutcome } from '#contract/agent/proposal.ts'
import { describeCall } from '#contract/approval/shown-call.ts'
import { watchGestures } from '../agent/begin-act.ts'
import { GESTURES } from '../agent/gesture-events.ts'
import { isWriting } from '../agent/watch-focus.ts'
import { type ApprovalCard, approvalCard } from './approval-card.ts'
import { APPROVAL_STYLE } from './approval-style.ts'
import { armButtons } from './button-arming.ts'
import { keepOnTop } from './keep-on-top.ts'
import { element } from './value-nodes.ts'
import type { Decision, WaitingCall } from './waiting-call.ts'
import { unwatchUser, watchUser } from './watch-user.ts'

let panel: Panel | undefined

/** Shows the call until it is resolved. The dialog opens at once, unless the user is typing: then a button appears. */
export function showWaiting(call: WaitingCall): void {
  panel ??= createPanel()
  panel.add(call)
}

/** Opens the dialog if a call is pending. Used on a user's request. */
export function openApprovals(): void {
  panel?.open()
}

/** Parts of the page that show the pending calls, with a button for each. */
const hosts = new Set<object>()

/** Hides the floating button while `place` shows the pending calls, because the button would cover its content. */
export function dockApprovals(place: object, isShown: boolean): void {
  if (isShown) hosts.add(place)
  else hosts.delete(place)
  panel?.update()
}

/** Shows that the call has expired. */
export function showExpired(id: string): void {
  panel?.expire(id)
}

/** Shows a decision made elsewhere. */
export function showDecided(id: string, decision: Decision, outcome: ProposalOutcome): void {
  panel?.decide(id, decision, outcome)
}

interface Panel {
  open(): void
  update(): void
  add(call: WaitingCall): void
  expire(id: string): void
  decide(id: string, decision: Decision, outcome: ProposalOutcome): void
}

function createPanel(): Panel {
  // The agent may have acted on the server only.
  watchGestures()
  const { host, dialog, heading, lead, list, close, reopen, spoken } = createParts()
  const cards = new Map<string, ApprovalCard>()
  const listPending = () => [...cards.values()].filter((card) => card.getState() === 'pending')
  const update = () => {
    if (cards.size === 0) unwatchUser()
    const pending = listPending()
    for (const [index, text] of describeState(pending).entries())
      [heading, lead, close, reopen][index]?.replaceChildren(text)
    // Visible while the dialog is open, because the focus returns to it when the dialog closes.
    reopen.hidden = pending.length === 0 || hosts.size > 0
  }
  const { rearm, accepts } = armButtons(dialog)
  const changed = () => {
    rearm()
    update()
  }
  connect(host, dialog)
  let before: Element | null = null
  const show = () => {
    if (document.activeElement !== host) before = document.activeElement
    connect(host, dialog)
    if (!dialog.open) dialog.showModal()
    heading.focus()
    changed()
  }
  keepOnTop(dialog, show)
  reopen.addEventListener('click', show)
  close.addEventListener('click', () => dialog.close())
  // Escape also closes the dialog, without a decision.
  dialog.addEventListener('close', () => {
    if (dialog.open) return
    removeSettled(cards)
    update()
    if (reopen.hidden && before instanceof HTMLElement) before.focus()
  })
  const leave = (id: string) => {
    if (!dialog.open) cards.delete(id)
    changed()
  }
  /** The next user must not see the calls of the last one, nor decide about them. */
  const clear = () => {
    const dropped = [...cards.values()]
    cards.clear()
    list.replaceChildren()
    spoken.replaceChildren()
    for (const card of dropped) card.drop()
    dialog.close()
    update()
  }
  return {
    update,
    open() {
      if (!dialog.open && listPending().length > 0) show()
    },
    add(call) {
      watchUser(clear)
      const card = approvalCard(call, { accepts, changed })
      cards.set(call.proposal.id, card)
      list.append(card.node)
      // A dialog that opened now would take the next keys.
      connect(host, dialog)
      if (!dialog.open && !isWriting()) show()
      else changed()
      spoken.textContent = announceCall(call)
    },
    expire(id) {
      cards.get(id)?.expire()
      leave(id)
    },
    decide(id, decision, outcome) {
      cards.get(id)?.show(decision, outcome)
      leave(id)
    },
  }
}

/** Creates the elements of the panel. */
function createParts() {
  const host = document.createElement('fw-approval')
  const heading = element('h2', { id: 'title', tabindex: '-1' })
  const lead = element('p')
  const list = element('div')
  const close = element('button', { type: 'button', class: 'later' })
  const dialog = element('dialog', { 'aria-labelledby': 'title' }, heading, lead, list, close)
  const reopen = element('button', { type: 'button', class: 'waiting', 'aria-haspopup': 'dialog', hidden: '' })
  const spoken = element('p', { class: 'hidden', role: 'status' })
  attachRoot(host).append(dialog, element('section', { 'aria-label': 'Approvals' }, reopen, spoken))
  return { host, dialog, heading, lead, list, close, reopen, spoken }
}

/** Removes the cards whose outcome has been shown. */
function removeSettled(cards: Map<string, ApprovalCard>): void {
  for (const [id, { node, getState }] of cards)
    if (getState() === 'settled') {
      node.remove()
      cards.delete(id)
    }
}

/** Returns the title of the dialog, the line below it, and the labels of the buttons that close and open it. */
function describeState(cards: readonly ApprovalCard[]): readonly string[] {
  const pending = cards.length
  const questions = cards.filter(({ isQuestion }) => isQuestion).length
  if (pending === 0) return ['Decided', '', 'Close', '']
  const [calls, have, wait] = pending === 1 ? ['1 call', 'has', 'waits'] : [`${pending} calls`, 'have', 'wait']
  const title = `Waiting for your ${questions === pending ? 'response' : 'approval'}`
  const lead = questions === 0 ? `${calls} ${have} not run yet.` : `${calls} ${wait} for you.`
  const reopen = questions === 0 ? `${calls} pending approval` : `${calls} waiting for you`
  return [title, lead, 'Decide later', reopen]
}

function announceCall({ about, proposal, question }: WaitingCall): string {
  const need = question === undefined ? 'needs your approval' : 'has a question for you'
  const title = describeCall({ ...proposal, input: undefined }, about, { locale: 'en' }).title ?? proposal.tool
  return `A call ${need}: ${title}.`
}

function attachRoot(host: Element): ShadowRoot {
  const root = host.attachShadow({ mode: 'closed' })
  root.adoptedStyleSheets = [createSheet()]
  // A press here isn't one in the page, whose listeners may do something else, such as confirm a dialog at Enter.
  for (const type of GESTURES) root.addEventListener(type, (event) => event.stopPropagation())
  return root
}

/** Puts the panel into the document, closed unless it is in the top layer. */
function connect(host: Element, dialog: HTMLDialogElement): void {
  // Beside the body, which navigation within the app replaces. Other code may replace the whole document.
  if (!host.isConnected) document.documentElement.append(host)
  // An element that is moved in the document leaves the top layer.
  if (!dialog.matches(':modal')) dialog.close()
}

function createSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(APPROVAL_STYLE)
  return sheet
}
