/**
 * The input form: Enter sends, Shift+Enter starts a new line, Escape stops, and Enter within an input method is
 * ignored.
 */
import { element } from '../approvals/value-nodes.ts'
import type { CopilotStrings } from './panel-strings.ts'

interface ComposerActions {
  send(text: string): void
  stop(): void
  clear(): void
  /** Announces a message to screen readers. */
  say(text: string): void
}

interface Composer {
  readonly field: HTMLTextAreaElement
  /** Updates the form. `isBusy`: a reply is in progress; `isEmpty`: the conversation has no messages. */
  update(now: { readonly isBusy: boolean; readonly isEmpty: boolean }): void
}

/** Takes over the form that the server rendered, with the text that has been typed into it. */
export function createComposer(section: Element, strings: CopilotStrings, actions: ComposerActions): Composer {
  const form = section.querySelector<HTMLFormElement>('.fw-copilot-form')
  const field = form?.querySelector<HTMLTextAreaElement>('.fw-copilot-field')
  const send = form?.querySelector<HTMLButtonElement>('.fw-copilot-send')
  if (!form || !field || !send) throw new Error('The panel of the copilot is from another version. Reload the page.')
  const stop = element('button', { type: 'button', class: 'fw-copilot-stop', hidden: '' }, strings.stop)
  const clear = element('button', { type: 'button', class: 'fw-copilot-clear', hidden: '' }, strings.clear)
  send.before(clear)
  send.after(stop)
  const hint = section.querySelector('.fw-copilot-hint')
  if (hint) {
    hint.id = `fw-copilot-hint-${++count}`
    field.setAttribute('aria-describedby', hint.id)
  }
  let isBusy = false
  const submit = () => {
    const text = field.value.trim()
    if (text === '') return
    if (isBusy) return actions.say(strings.busy)
    field.value = ''
    actions.send(text)
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    submit()
  })
  field.addEventListener('keydown', (event) => {
    // Safari ends a composition before its Enter, which only the old key code shows.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return
    event.preventDefault()
    submit()
  })
  section.addEventListener('keydown', (event) => {
    const { key, isComposing } = event as KeyboardEvent // keydown is one
    if (key !== 'Escape' || isComposing || !isBusy) return
    event.stopPropagation()
    actions.stop()
  })
  stop.addEventListener('click', () => actions.stop())
  clear.addEventListener('click', () => {
    actions.clear()
    field.focus()
  })
  const turn = (from: HTMLButtonElement, to: HTMLButtonElement) => {
    const hadFocus = document.activeElement === from
    from.hidden = true
    to.hidden = false
    if (hadFocus) to.focus()
  }
  return {
    field,
    update(now) {
      send.disabled = field.disabled
      clear.hidden = now.isBusy || now.isEmpty
      if (now.isBusy === isBusy) return
      isBusy = now.isBusy
      if (isBusy) turn(send, stop)
      else turn(stop, send)
    },
  }
}

let count = 0
