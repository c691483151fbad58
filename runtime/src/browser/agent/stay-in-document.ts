/**
 * Pages that an agent opens stay in this document: a new tab or a frame would request them without its origin, and start as a
 * person's.
 */
import { currentOrigin } from '../calls/cause.ts'
import { isByPerson } from './begin-act.ts'
import { findClicked, mayActivateUnseen } from './click-path.ts'
import { parseUrl } from './refuse-element.ts'
import { onScriptClick } from './script-clicks.ts'

const LINK = 'a[*|href], area[href]'

let isListening = false

/** From now on, links and forms that agents use open no tabs or frames, and code of agents opens no windows of this app. */
export function stayInDocument(): void {
  if (isListening) return
  isListening = true
  addEventListener('click', keepLink, true)
  onScriptClick((target, event) => {
    keepHere(findClicked(target, LINK))
    return currentOrigin() === 'agent' && (opensTab(event) || mayActivateUnseen(target))
  })
  addEventListener('submit', ({ target, submitter }) => keepForm(target, submitter), true)
  const { open } = window
  // As if the browser blocked it.
  window.open = (url, name, features) =>
    currentOrigin() === 'agent' && isElsewhere(name || '_blank') && isOwn(`${url ?? ''}`)
      ? null
      : open(url, name, features)
  const openDocument = Document.prototype.open as (this: Document, ...args: string[]) => unknown
  // With three arguments it opens a window.
  Document.prototype.open = function (this: Document, ...args: string[]) {
    return args.length > 2 ? window.open(...args) : openDocument.apply(this, args)
  } as typeof Document.prototype.open
}

function keepLink(event: Event): void {
  if (isByPerson(event)) return
  const isLink = (node: EventTarget): node is Element => node instanceof Element && node.matches(LINK)
  keepHere(event.composedPath().find(isLink))
}

/** A form that an agent sends. `submitter` wins over the form. */
export function keepForm(form: EventTarget | null, submitter: Element | null = null): void {
  if (submitter?.getAttribute('formtarget')) keepHere(submitter, 'formtarget')
  else if (form instanceof HTMLFormElement) keepHere(form)
}

/** The browser reads the attribute within this task. */
function keepHere(element: Element | null | undefined, attribute = 'target'): void {
  if (!element) return
  const target = element.getAttribute(attribute)
  const name = target || document.querySelector('base[target]')?.getAttribute('target') || ''
  if (currentOrigin() !== 'agent' || !isElsewhere(name)) return
  element.setAttribute(attribute, '_self')
  setTimeout(() => {
    if (target === null) element.removeAttribute(attribute)
    else element.setAttribute(attribute, target)
  })
}

/** Whether a browser may open a link or send a form in a new tab or window, because of the keys or the button of the event. */
function opensTab(event: Event | undefined): boolean {
  const { button = 0, ctrlKey, metaKey, shiftKey } = (event ?? {}) as Partial<MouseEvent> // undefined for others
  return button > 0 || ctrlKey || metaKey || shiftKey || false
}

/** Whether a browsing context of this name would be another one than that of this document. */
function isElsewhere(name: string): boolean {
  if (/^_(?:parent|top)$/i.test(name)) return window !== parent
  return name !== '' && !/^_self$/i.test(name) && name !== window.name
}

/** An empty window has the origin of the one that opens it. */
function isOwn(url: string): boolean {
  const { protocol = '', origin } = parseUrl(url) ?? {}
  return url === '' || !/^https?:$/.test(protocol) || origin === location.origin
}
