/** The panel of `<Copilot/>` in the browser: it follows a conversation, and hands on what the person does. */
import { describeValue } from '#contract/approval/shown-value.ts'
import { element, valueNodes } from '../approvals/value-nodes.ts'
import type { CopilotState } from './copilot-state.ts'
import type { CopilotConversation } from './create-copilot.ts'
import { itemView, setText, toolNode } from './item-nodes.ts'
import { createComposer } from './panel-composer.ts'
import { panelItems } from './panel-items.ts'
import { buildShell, type ShellOptions } from './panel-shell.ts'
import type { CopilotStrings } from './panel-strings.ts'

/** Within this distance of the end, the view follows new content. */
const NEAR_PIXELS = 48

const BUSY: ReadonlySet<CopilotState['status']> = new Set(['asking', 'answering', 'acting'])

/**
 * Shows the conversation in `host`, in the shell that the server sent or in a new one. Returns the function that stops its
 * updates.
 */
export function mountPanel(host: Element, copilot: CopilotConversation, shell: ShellOptions): () => void {
  const { strings } = shell
  const { section, log, list, latest, waiting, notice, spoken, suggestions } = takeParts(host, shell)
  const scrollPosition = trackScroll(log, latest)
  const setSpoken = (text: string) => setText(spoken, text)
  const ask = (turn: Promise<void>) => {
    scrollPosition.goToEnd()
    turn.catch((error: unknown) => console.error('[fw] The copilot could not start a turn.', error))
  }
  const composer = createComposer(section, strings, {
    say: setSpoken,
    send: (text) => ask(copilot.send(text)),
    stop: () => copilot.stop(),
    clear: () => copilot.clear(),
  })
  for (const suggestion of suggestions)
    suggestion.addEventListener('click', () => {
      ask(copilot.send(suggestion.textContent ?? ''))
      composer.field.focus()
    })
  const showItems = itemView(list, strings)
  const showApprovals = approvalView(waiting, log, strings)
  const showNotice = createNoticeView(notice, strings, shell.setup, () => {
    ask(copilot.retry())
    composer.field.focus()
  })
  const announce = createAnnouncer(setSpoken, strings, list, copilot.state)
  let frame: number | undefined
  const show = () => {
    frame = undefined
    const { state } = copilot
    const isBusy = BUSY.has(state.status)
    const isEmpty = state.messages.length === 0
    const length = list.textContent?.length
    showItems(panelItems(state))
    showApprovals(state.approvals)
    showNotice(state)
    composer.update({ isBusy, isEmpty })
    for (const suggestion of suggestions) suggestion.disabled = composer.field.disabled
    section.toggleAttribute('data-started', !isEmpty)
    section.dataset.status = state.status
    log.setAttribute('aria-busy', String(isBusy))
    scrollPosition.keep(list.textContent?.length !== length)
    announce(state)
  }
  const end = copilot.subscribe(() => {
    // At most once per frame, because text arrives faster.
    frame ??= requestAnimationFrame(show)
  })
  show()
  return () => {
    end()
    showApprovals([])
    if (frame !== undefined) cancelAnimationFrame(frame)
  }
}

/** Returns the parts of the shell, and creates the parts that only an interactive panel has. */
function takeParts(host: Element, shell: ShellOptions) {
  const { strings } = shell
  const sent = host.querySelector<HTMLElement>('.fw-copilot')
  const section = sent ?? buildShell(shell)
  if (sent === null) host.replaceChildren(section)
  const part = (name: string) => section.querySelector<HTMLElement>(`.fw-copilot-${name}`) ?? section
  const list = element('ol', { class: 'fw-copilot-items' })
  const latest = element('button', { type: 'button', class: 'fw-copilot-latest', hidden: '' }, strings.latest)
  const waiting = element('div', { class: 'fw-copilot-waiting', hidden: '' })
  const spoken = element('p', { class: 'fw-copilot-unseen', role: 'status' })
  const log = part('log')
  log.append(list)
  log.after(latest, waiting)
  section.append(spoken)
  const suggestions = [...section.querySelectorAll<HTMLButtonElement>('.fw-copilot-suggestion')]
  return { section, log, list, latest, waiting, notice: part('notice'), spoken, suggestions }
}

/**
 * Keeps the scroll position: a user at the end stays there, and a user further up gets a button that scrolls to the
 * end.
 */
function trackScroll(log: HTMLElement, latest: HTMLElement) {
  let isAtEnd = true
  const toEnd = () => {
    log.scrollTop = log.scrollHeight
  }
  log.addEventListener('scroll', () => {
    isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_PIXELS
    if (isAtEnd) latest.hidden = true
  })
  latest.addEventListener('click', () => {
    toEnd()
    log.focus()
  })
  return {
    goToEnd() {
      isAtEnd = true
    },
    keep(hasChanged: boolean) {
      if (isAtEnd) toEnd()
      else if (hasChanged) latest.hidden = false
    },
  }
}

/** Shows the pending calls with a button that opens the approval dialog. */
function approvalView(into: HTMLElement, log: HTMLElement, strings: CopilotStrings) {
  let shown: CopilotState['approvals'] = []
  return (approvals: CopilotState['approvals']) => {
    if (approvals === shown) return
    shown = approvals
    void dock(into, approvals.length > 0)
    into.hidden = approvals.length === 0
    into.replaceChildren(
      ...approvals.map(({ tool, title, input }) => {
        const review = element('button', { type: 'button', class: 'fw-copilot-review' }, strings.review)
        review.addEventListener('click', () => {
          // The button is removed with the call, so the focus moves to the log, where the outcome appears.
          log.focus()
          void openDialog()
        })
        const label = element(
          'p',
          {},
          element('strong', {}, toolNode(strings, tool, title)),
          element('br'),
          strings.waits,
        )
        const value = element('div', {
          class: 'fw-copilot-value',
          tabindex: '0',
          role: 'group',
          'aria-label': strings.input,
        })
        value.append(valueNodes(describeValue(input, undefined, { locale: document.documentElement.lang })))
        return element('div', { class: 'fw-copilot-approval' }, label, value, review)
      }),
    )
  }
}

/** Hides the page's floating button for pending calls, which would cover the panel. */
async function dock(place: HTMLElement, isShown: boolean): Promise<void> {
  const { dockApprovals } = await import('../approvals/approval-panel.ts')
  dockApprovals(place, isShown)
}

async function openDialog(): Promise<void> {
  const { openApprovals } = await import('../approvals/approval-panel.ts')
  openApprovals()
}

/** Shows why a reply failed, and the button that retries. */
function createNoticeView(into: HTMLElement, strings: CopilotStrings, setup: string | undefined, retry: () => void) {
  let shown = setup
  return ({ status, notice }: CopilotState) => {
    const now = notice ?? setup
    if (now === shown) return
    shown = now
    const button = element('button', { type: 'button', class: 'fw-copilot-retry' }, strings.retry)
    button.addEventListener('click', retry)
    const canRetry = status === 'failed' || status === 'setup'
    into.replaceChildren(...(now === undefined ? [] : [element('p', {}, now), ...(canRetry ? [button] : [])]))
  }
}

/**
 * Announces the conversation in whole sentences: that the assistant works, which tool it uses, and the complete
 * reply. It sees only drawn states, and a busy page draws few of them; the reply is announced even if nothing before
 * it was.
 */
function createAnnouncer(say: (text: string) => void, strings: CopilotStrings, list: HTMLElement, first: CopilotState) {
  let before = first
  return (state: CopilotState) => {
    const { status, calls, messages } = state
    const wasBusy = BUSY.has(before.status)
    if (status === 'ready' && (wasBusy || messages.length > before.messages.length)) {
      const last = [...list.querySelectorAll<HTMLElement>('.fw-copilot-words')].at(-1)
      // biome-ignore lint/performance/useDomNodeTextContent: textContent joins the paragraphs and the items of lists.
      say((last?.innerText ?? '').replace(/\s+/g, ' '))
    } else if (calls.length > before.calls.length) {
      const { name = '', title } = calls.at(-1) ?? {}
      say(`${strings.tool(name, title)}: ${strings.states.running}`)
    } else if (status === 'asking' && !wasBusy) say(strings.working)
    before = state
  }
}
