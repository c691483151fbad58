/** The initial panel: the same from the server and in a browser that renders it first. */
import { escapeHtml } from '#wire/html.ts'
import { element } from '../approvals/value-nodes.ts'
import type { CopilotStrings } from './panel-strings.ts'

export interface ShellOptions {
  readonly strings: CopilotStrings
  readonly greeting: string | undefined
  readonly suggestions: readonly string[]
  /** Why no model is available. */
  readonly setup: string | undefined
  readonly className: string | undefined
}

interface Shell {
  readonly name: keyof HTMLElementTagNameMap
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (Shell | string)[]
}

function tag(name: Shell['name'], attributes: Shell['attributes'], ...children: readonly (Shell | string)[]): Shell {
  return { name, attributes, children }
}

/** Creates the shell. It isn't interactive yet, so its buttons are disabled; the field accepts text from the start. */
function createShell({ strings, greeting, suggestions, setup, className }: ShellOptions): Shell {
  const classes = className === undefined ? 'fw-copilot' : `fw-copilot ${className}`
  // A status line announces whole sentences, while a live log would announce every chunk.
  const log = { role: 'log', 'aria-live': 'off', 'aria-label': strings.conversation, tabindex: '0' }
  const field = { 'aria-label': strings.message, placeholder: strings.placeholder, rows: '2', enterkeyhint: 'send' }
  return tag(
    'section',
    { class: classes, 'aria-label': strings.label, 'data-fw-copilot': '' },
    tag(
      'div',
      { class: 'fw-copilot-log', ...log },
      ...(greeting === undefined ? [] : [tag('p', { class: 'fw-copilot-greeting' }, greeting)]),
      ...(suggestions.length === 0 ? [] : [suggestionList(suggestions)]),
    ),
    tag('div', { class: 'fw-copilot-notice', role: 'alert' }, ...(setup === undefined ? [] : [tag('p', {}, setup)])),
    tag(
      'form',
      { class: 'fw-copilot-form' },
      tag('textarea', { class: 'fw-copilot-field', ...field, ...(setup === undefined ? {} : { disabled: '' }) }),
      tag(
        'div',
        { class: 'fw-copilot-bar' },
        tag('p', { class: 'fw-copilot-hint' }, strings.hint),
        tag('button', { type: 'submit', class: 'fw-copilot-send', disabled: '' }, strings.send),
      ),
    ),
    tag('noscript', {}, strings.needsScript),
  )
}

function suggestionList(suggestions: readonly string[]): Shell {
  const button = { type: 'button', class: 'fw-copilot-suggestion', disabled: '' }
  return tag(
    'ul',
    { class: 'fw-copilot-suggestions' },
    ...suggestions.map((text) => tag('li', {}, tag('button', button, text))),
  )
}

/** Renders the shell on the server. */
export function printShell(options: ShellOptions): string {
  return print(createShell(options))
}

/** Renders the shell in a browser that received none from the server. */
export function buildShell(options: ShellOptions): HTMLElement {
  return build(createShell(options))
}

function print({ name, attributes, children }: Shell): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
  const inner = children.map((child) => (typeof child === 'string' ? escapeHtml(child) : print(child)))
  return `<${name}${written.join('')}>${inner.join('')}</${name}>`
}

function build({ name, attributes, children }: Shell): HTMLElement {
  return element(name, attributes, ...children.map((child) => (typeof child === 'string' ? child : build(child))))
}
