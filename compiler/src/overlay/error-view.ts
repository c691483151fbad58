/** Renders an error. */
import type { DevCause, DevError, DevFrame, DevPlace } from './dev-error.ts'
import { BROWSER_MARKUP, formatFramePosition, getInputTitle, listFacts, OUTSIDE, SERVER_MARKUP } from './error-text.ts'
import { newElement } from './new-element.ts'

/** Creates the nodes for an error. `open` opens a position in the editor. */
export function renderError(error: DevError, open: (place: DevPlace) => void): readonly Node[] {
  const { name, message, isOutside, call, codeFrame, frames, causes, markup } = error
  const first = frames.find(({ isApp }) => isApp)
  return [
    newElement('h2', { id: 'title' }, newElement('span', { class: 'name' }, name), ` ${message}`),
    ...(isOutside ? [newElement('p', { class: 'note' }, OUTSIDE)] : []),
    renderFacts(error, open),
    ...(markup === undefined
      ? []
      : [...renderText(SERVER_MARKUP, markup.server), ...renderText(BROWSER_MARKUP, markup.browser)]),
    ...(call === undefined ? [] : renderText(getInputTitle(call), call.input)),
    ...(codeFrame === undefined
      ? []
      : [
          newElement('h3', {}, 'Code'),
          ...(first === undefined ? [] : [newElement('p', {}, renderPosition(first, open))]),
          newElement('pre', { tabindex: '0', role: 'group', 'aria-label': 'Code' }, codeFrame),
        ]),
    ...renderStack('Stack', frames, open),
    ...causes.flatMap((cause) => renderCause(cause, open)),
  ]
}

function renderText(title: string, text: string): readonly Node[] {
  return [newElement('h3', {}, title), newElement('pre', { tabindex: '0', role: 'group', 'aria-label': title }, text)]
}

function renderFacts(error: DevError, open: (place: DevPlace) => void): Node {
  const list = newElement('dl')
  for (const [fact, value] of listFacts(error)) {
    const place = fact === 'Source' ? error.call?.source : undefined
    list.append(
      newElement('dt', {}, fact),
      newElement('dd', {}, place === undefined ? value : renderPosition(place, open)),
    )
  }
  return list
}

function renderStack(title: string, frames: readonly DevFrame[], open: (place: DevPlace) => void): readonly Node[] {
  if (frames.length === 0) return []
  const own = frames.filter(({ isApp }) => isApp)
  const packages = frames.length - own.length
  const line = (frame: DevFrame) =>
    newElement(
      'li',
      {},
      frame.isApp ? renderPosition(frame, open) : formatFramePosition(frame),
      frame.function === undefined ? '' : ` ${frame.function}`,
    )
  return [
    newElement('h3', {}, title),
    ...(own.length === 0 ? [] : [newElement('ol', {}, ...own.map(line))]),
    ...(packages === 0
      ? []
      : [
          newElement(
            'details',
            {},
            newElement('summary', {}, `All ${frames.length} frames, ${packages} in packages`),
            newElement('ol', {}, ...frames.map(line)),
          ),
        ]),
  ]
}

function renderCause({ name, message, frames }: DevCause, open: (place: DevPlace) => void): readonly Node[] {
  return [
    newElement('h3', {}, 'Caused by'),
    newElement('p', {}, newElement('span', { class: 'name' }, name), ` ${message}`),
    ...renderStack(`Stack of ${name}`, frames, open),
  ]
}

function renderPosition(place: DevPlace, open: (place: DevPlace) => void): Node {
  return newElement(
    'button',
    { type: 'button', class: 'place', title: 'Open in the editor', onclick: () => open(place) },
    formatFramePosition(place),
  )
}
