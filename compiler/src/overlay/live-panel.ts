/** The list of the page's live reads, which a button in the corner opens. A page without live reads has neither. */
import type { ExplainedRead } from '@fw/runtime/contract'
import { newElement } from './new-element.ts'
import { createStyleSheet, LIVE_STYLE } from './panel-style.ts'

export interface LivePanel {
  /** Shows the reads in the order of the page. An empty list removes the button. */
  show(reads: readonly ExplainedRead[]): void
}

/** Key of the decision to hide the button in this tab. */
const HIDDEN = 'fw:dev:live-hidden'

/** Creates the panel, which adds itself to the page when it has reads to show. */
export function createLivePanel(): LivePanel {
  const host = document.createElement('fw-dev-live')
  const list = newElement('ul')
  const hide = newElement('button', { type: 'button', onclick: hidePanel }, 'Hide in this tab')
  const panel = newElement('div', { id: 'reads', popover: 'auto', role: 'dialog', 'aria-label': 'Live reads' })
  panel.append(list, hide)
  const button = newElement('button', { type: 'button', class: 'open', popovertarget: 'reads' })
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [createStyleSheet(LIVE_STYLE)]
  root.append(button, panel)

  function hidePanel(): void {
    sessionStorage.setItem(HIDDEN, 'true')
    host.remove()
  }

  return {
    show(reads) {
      if (reads.length === 0 || sessionStorage.getItem(HIDDEN) !== null) return host.remove()
      button.textContent = reads.length === 1 ? '1 live read' : `${reads.length} live reads`
      list.replaceChildren(...reads.map(renderRead))
      // Outside of the body, whose content navigation replaces.
      if (!host.isConnected) document.documentElement.append(host)
    },
  }
}

function renderRead({ read, input, tags, at, refreshedBy }: ExplainedRead): HTMLElement {
  const name = input === undefined ? read : `${read}(${JSON.stringify(input)})`
  return newElement(
    'li',
    {},
    newElement('strong', {}, name),
    newElement('p', {}, `Depends on ${tags.join(', ') || 'no tag'}`),
    newElement('p', {}, `Read at ${formatTime(at)}`),
    refreshedBy && newElement('p', {}, describeCause(refreshedBy)),
  )
}

function describeCause({ by, tags, origin, at }: NonNullable<ExplainedRead['refreshedBy']>): string {
  const parts = [
    `Refreshed by ${by}`,
    origin && ` (${origin})`,
    at && ` at ${formatTime(at)}`,
    tags.length > 0 && `, which invalidated ${tags.join(', ')}`,
  ]
  return parts.filter(Boolean).join('')
}

function formatTime(at: string): string {
  return new Date(at).toLocaleTimeString()
}
