/** The dialog that shows errors, one at a time. It is modal: the focus stays in it, and Escape closes it. */
import type { DevError, DevPlace } from './dev-error.ts'
import { formatError, formatKind } from './error-text.ts'
import { renderError } from './error-view.ts'
import { newElement } from './new-element.ts'
import { createStyleSheet, PANEL_STYLE } from './panel-style.ts'

export interface PanelOptions {
  /** Asks the server to open a position in the editor. Resolves with a status message. */
  open(place: DevPlace): Promise<string>
  /** Called with all shown errors when the person closes the panel. */
  onDismiss(shown: readonly DevError[]): void
}

export interface Panel {
  /** Shows the errors, oldest first. The current error stays in view. An empty list closes the panel. */
  show(errors: readonly DevError[]): void
}

/** Creates the panel, which adds itself to the page when it has errors to show. */
export function createPanel({ open, onDismiss }: PanelOptions): Panel {
  let errors: readonly DevError[] = []
  let current = 0
  const host = document.createElement('fw-dev-overlay')
  const kind = newElement('strong')
  const body = newElement('div', { class: 'body' })
  const status = newElement('div', { class: 'status', role: 'status' }, 'Escape closes this.')
  const setStatus = (text: string) => {
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
  const copy = newElement(
    'button',
    { type: 'button', onclick: () => void copyText(errors[current]).then(setStatus) },
    'Copy',
  )
  const close = newElement('button', { type: 'button', onclick: () => dialog.close() }, 'Close')
  dialog.append(newElement('header', {}, kind, back, next, copy, close), body, status)
  dialog.addEventListener('close', () => {
    const shown = errors
    errors = []
    host.remove()
    onDismiss(shown)
  })
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [createStyleSheet(PANEL_STYLE)]
  root.append(dialog)

  function draw(): void {
    const error = errors[current]
    if (error === undefined) return
    kind.textContent =
      errors.length === 1 ? formatKind(error) : `${formatKind(error)}, ${current + 1} of ${errors.length}`
    for (const button of [back, next]) button.hidden = errors.length === 1
    // Preserves the focus if new errors arrive.
    const buttons = () => [...body.querySelectorAll('button')]
    const focused = buttons().indexOf(root.activeElement as HTMLButtonElement) // -1 for other elements
    body.replaceChildren(...renderError(error, (place) => void open(place).then(setStatus)))
    buttons()[focused]?.focus()
  }

  function mount(): void {
    document.body.append(host)
    dialog.showModal()
    close.focus()
  }
  // Navigation replaces the content of the body.
  new MutationObserver(() => {
    if (errors.length === 0 || host.isConnected) return
    dialog.removeAttribute('open')
    mount()
  }).observe(document.body, { childList: true })

  return {
    show(list) {
      const currentId = errors[current]?.id
      const before = JSON.stringify(errors)
      errors = list
      if (list.length === 0) {
        if (dialog.open) dialog.close()
        return
      }
      current = Math.max(
        0,
        list.findIndex(({ id }) => id === currentId),
      )
      if (JSON.stringify(list) !== before) draw()
      if (dialog.open) return
      setStatus('Escape closes this.')
      mount()
    },
  }
}

async function copyText(error: DevError | undefined): Promise<string> {
  if (error === undefined) return ''
  try {
    await navigator.clipboard.writeText(formatError(error))
    return 'Copied.'
  } catch {
    return 'The browser did not allow copying. See /_fw/dev/errors for the list.'
  }
}
