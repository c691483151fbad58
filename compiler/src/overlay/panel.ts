/** The dialog that shows errors, one at a time. It is modal: a browser keeps the focus in it, and Escape closes it. */
import type { DevError, DevPlace } from './dev-error.ts'
import { errorText, formatKind } from './error-text.ts'
import { errorView } from './error-view.ts'
import { newElement } from './new-element.ts'
import { PANEL_STYLE } from './panel-style.ts'

export interface PanelOptions {
  /** Asks the server to show a place in the editor; answers what to tell. */
  open(place: DevPlace): Promise<string>
  /** The person has seen all that was shown. */
  onDismiss(shown: readonly DevError[]): void
}

export interface Panel {
  /** Shows these, the first to happen first; the one that is looked at stays. None closes it. */
  show(errors: readonly DevError[]): void
}

/** Nothing is in the page before there is something to show. */
export function createPanel({ open, onDismiss }: PanelOptions): Panel {
  let errors: readonly DevError[] = []
  let current = 0
  const host = document.createElement('fw-dev-overlay')
  const kind = newElement('strong')
  const body = newElement('div', { class: 'body' })
  const status = newElement('div', { class: 'status', role: 'status' }, 'Escape closes this.')
  const say = (text: string) => {
    status.textContent = text
  }
  const move = (by: number) => {
    current = (current + by + errors.length) % errors.length
    draw()
    body.scrollTop = 0
  }
  const dialog = newElement('dialog', { 'aria-labelledby': 'title' })
  const back = newElement('button', { type: 'button', onclick: () => move(-1) }, 'Previous')
  const next = newElement('button', { type: 'button', onclick: () => move(1) }, 'Next')
  const copy = newElement('button', { type: 'button', onclick: () => void copyText(errors[current]).then(say) }, 'Copy')
  const close = newElement('button', { type: 'button', onclick: () => dialog.close() }, 'Close')
  dialog.append(newElement('header', {}, kind, back, next, copy, close), body, status)
  dialog.addEventListener('close', () => {
    const shown = errors
    errors = []
    host.remove()
    onDismiss(shown)
  })
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [styleSheet()]
  root.append(dialog)

  function draw(): void {
    const error = errors[current]
    if (error === undefined) return
    kind.textContent =
      errors.length === 1 ? formatKind(error) : `${formatKind(error)}, ${current + 1} of ${errors.length}`
    for (const button of [back, next]) button.hidden = errors.length === 1
    // Something more may be told while the keyboard is in here: the focus stays where it was.
    const buttons = () => [...body.querySelectorAll('button')]
    const focused = buttons().indexOf(root.activeElement as HTMLButtonElement) // or something else, which is none of them
    body.replaceChildren(...errorView(error, (place) => void open(place).then(say)))
    buttons()[focused]?.focus()
  }

  function mount(): void {
    document.body.append(host)
    dialog.showModal()
    close.focus()
  }
  // A navigation takes away what is in the body.
  new MutationObserver(() => {
    if (errors.length === 0 || host.isConnected) return
    dialog.removeAttribute('open')
    mount()
  }).observe(document.body, { childList: true })

  return {
    show(list) {
      const looked = errors[current]?.id
      const before = JSON.stringify(errors)
      errors = list
      if (list.length === 0) {
        if (dialog.open) dialog.close()
        return
      }
      current = Math.max(
        0,
        list.findIndex(({ id }) => id === looked),
      )
      if (JSON.stringify(list) !== before) draw()
      if (dialog.open) return
      say('Escape closes this.')
      mount()
    },
  }
}

/** A policy that forbids style elements lets these be. */
function styleSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(PANEL_STYLE)
  return sheet
}

async function copyText(error: DevError | undefined): Promise<string> {
  if (error === undefined) return ''
  try {
    await navigator.clipboard.writeText(errorText(error))
    return 'Copied.'
  } catch {
    return 'The browser does not let this page copy. The list is at /_fw/dev/errors.'
  }
}
