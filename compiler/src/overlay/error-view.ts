/** One error as nodes. */
import type { DevCause, DevError, DevFrame, DevPlace } from './dev-error.ts'
import { BROWSER_MARKUP, inputTitle, listFacts, OUTSIDE, placeText, SERVER_MARKUP } from './error-text.ts'
import { newElement } from './new-element.ts'

/** `open` shows a place in the editor. */
export function errorView(error: DevError, open: (place: DevPlace) => void): readonly Node[] {
  const { name, message, isOutside, call, codeFrame, frames, causes, markup } = error
  const first = frames.find(({ isApp }) => isApp)
  return [
    newElement('h2', { id: 'title' }, newElement('span', { class: 'name' }, name), ` ${message}`),
    ...(isOutside ? [newElement('p', { class: 'note' }, OUTSIDE)] : []),
    factList(error, open),
    ...(markup === undefined
      ? []
      : [...preView(SERVER_MARKUP, markup.server), ...preView(BROWSER_MARKUP, markup.browser)]),
    ...(call === undefined ? [] : preView(inputTitle(call), call.input)),
    ...(codeFrame === undefined
      ? []
      : [
          newElement('h3', {}, 'Code'),
          ...(first === undefined ? [] : [newElement('p', {}, placeButton(first, open))]),
          newElement('pre', { tabindex: '0', role: 'group', 'aria-label': 'Code' }, codeFrame),
        ]),
    ...stackView('Stack', frames, open),
    ...causes.flatMap((cause) => causeView(cause, open)),
  ]
}

function preView(title: string, text: string): readonly Node[] {
  return [newElement('h3', {}, title), newElement('pre', { tabindex: '0', role: 'group', 'aria-label': title }, text)]
}

function factList(error: DevError, open: (place: DevPlace) => void): Node {
  const list = newElement('dl')
  for (const [fact, value] of listFacts(error)) {
    const place = fact === 'Source' ? error.call?.source : undefined
    list.append(
      newElement('dt', {}, fact),
      newElement('dd', {}, place === undefined ? value : placeButton(place, open)),
    )
  }
  return list
}

function stackView(title: string, frames: readonly DevFrame[], open: (place: DevPlace) => void): readonly Node[] {
  if (frames.length === 0) return []
  const own = frames.filter(({ isApp }) => isApp)
  const packages = frames.length - own.length
  const line = (frame: DevFrame) =>
    newElement(
      'li',
      {},
      frame.isApp ? placeButton(frame, open) : placeText(frame),
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
            newElement('summary', {}, `All ${frames.length} frames, ${packages} of packages`),
            newElement('ol', {}, ...frames.map(line)),
          ),
        ]),
  ]
}

function causeView({ name, message, frames }: DevCause, open: (place: DevPlace) => void): readonly Node[] {
  return [
    newElement('h3', {}, 'Caused by'),
    newElement('p', {}, newElement('span', { class: 'name' }, name), ` ${message}`),
    ...stackView(`Stack of ${name}`, frames, open),
  ]
}

function placeButton(place: DevPlace, open: (place: DevPlace) => void): Node {
  return newElement(
    'button',
    { type: 'button', class: 'place', title: 'Open in the editor', onclick: () => open(place) },
    placeText(place),
  )
}
