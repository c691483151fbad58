/**
 * Where a person decides on calls that wait: a dialog in a closed shadow root of the element `fw-approval`. Its buttons act
 * on events that a person caused and on nothing else. Built of nodes alone, so that it needs no nonce and nothing is parsed.
 */
import type { ProposalOutcome } from '#contract/proposal.ts'
import { type ApprovalCard, ARM_MS, approvalCard } from './approval-card.ts'
import { APPROVAL_STYLE } from './approval-style.ts'
import { isTyping } from './is-typing.ts'
import { element } from './value-nodes.ts'
import type { Decision, WaitingCall } from './waiting-call.ts'

let panel: Panel | undefined

/** Shows the call until it is settled. The dialog opens at once, unless the person is typing: then a button says so. */
export function showWaiting(call: WaitingCall): void {
  panel ??= createPanel()
  panel.add(call)
}

/** Opens the dialog, if a call waits: somebody asked for it. */
export function openApprovals(): void {
  panel?.open()
}

/** Parts of the page that show the calls that wait, and a button for each. */
const docks = new Set<object>()

/** While `place` shows them, there is no button over the page: it would cover what is there. */
export function dockApprovals(place: object, isShown: boolean): void {
  if (isShown) docks.add(place)
  else docks.delete(place)
  panel?.update()
}

/** The call waits no more, and nobody has decided. */
export function showExpired(id: string): void {
  panel?.expire(id)
}

/** Somebody has decided elsewhere. */
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
  const host = document.createElement('fw-approval')
  const root = host.attachShadow({ mode: 'closed' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(APPROVAL_STYLE)
  root.adoptedStyleSheets = [sheet]
  const heading = element('h2', { id: 'title', tabindex: '-1' }, 'Waiting for your approval')
  const lead = element('p', {}, 'An agent in this page asks for this. None of it has happened yet.')
  const list = element('div')
  const close = element('button', { type: 'button', class: 'later' })
  const dialog = element('dialog', { 'aria-labelledby': 'title' }, heading, lead, list, close)
  const reopen = element('button', { type: 'button', class: 'waiting', 'aria-haspopup': 'dialog', hidden: '' })
  const spoken = element('p', { class: 'hidden', role: 'status' })
  root.append(dialog, element('section', { 'aria-label': 'Approvals' }, reopen, spoken))
  // Beside the body: a navigation inside the page replaces that.
  document.documentElement.append(host)

  const cards = new Map<string, ApprovalCard>()
  const listPending = () => [...cards.values()].filter((card) => !card.isSettled())
  const update = () => {
    const count = listPending().length
    close.textContent = count === 0 ? 'Close' : 'Decide later'
    reopen.textContent = count === 1 ? '1 call waits for your approval' : `${count} calls wait for your approval`
    // Not while the dialog is open: the focus goes back to it when that closes.
    reopen.hidden = count === 0 || docks.size > 0
  }
  const { arm, disarm } = createArming(dialog, cards)
  let before: Element | null = null
  const show = () => {
    if (document.activeElement !== host) before = document.activeElement
    dialog.showModal()
    heading.focus()
    update()
    arm()
  }
  keepOnTop(dialog, () => {
    disarm()
    show()
  })
  reopen.addEventListener('click', show)
  close.addEventListener('click', () => dialog.close())
  // Escape closes too, which decides nothing.
  dialog.addEventListener('close', () => {
    if (dialog.open) return
    for (const [id, card] of cards)
      if (card.isSettled()) {
        card.node.remove()
        cards.delete(id)
      }
    update()
    if (reopen.hidden && before instanceof HTMLElement) before.focus()
  })
  const leave = (id: string) => {
    if (!dialog.open) cards.delete(id)
    update()
  }
  return {
    update,
    open() {
      if (!dialog.open && listPending().length > 0) show()
    },
    add(call) {
      const card = approvalCard(call, update)
      cards.set(call.proposal.id, card)
      list.append(card.node)
      // A dialog that opened now would take the next keys.
      if (!dialog.open && !isTyping()) show()
      else arm()
      update()
      spoken.textContent = `A call waits for your approval: ${call.title ?? call.proposal.tool}.`
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

/** Lets the buttons of the cards act after a while, if nothing disarms them in between. */
function createArming(dialog: HTMLDialogElement, cards: ReadonlyMap<string, ApprovalCard>) {
  let disarmed = 0
  return {
    arm() {
      const before = disarmed
      setTimeout(() => {
        if (disarmed === before) for (const card of dialog.open ? cards.values() : []) card.arm()
      }, ARM_MS)
    },
    disarm() {
      disarmed++
      for (const card of cards.values()) card.disarm()
    },
  }
}

/**
 * Shows the open dialog again whenever the page opens a popover, which is drawn above the dialog and lets clicks through to
 * it: nobody would see what they approve.
 */
function keepOnTop(dialog: HTMLDialogElement, show: () => void): void {
  const raise = () => {
    if (!dialog.open) return
    const { scrollTop } = dialog
    dialog.close()
    show()
    dialog.scrollTop = scrollTop
  }
  const watch = ({ newState, target }: ToggleEvent) => {
    if (newState === 'open' && target instanceof HTMLElement && target.popover) queueMicrotask(raise)
  }
  addEventListener('beforetoggle', watch, true)
  document.addEventListener('fullscreenchange', raise)
}
