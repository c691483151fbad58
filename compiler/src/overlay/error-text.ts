/** Formats an error: the labels of the panel, and the text for the clipboard. */
import type { DevError, DevErrorKind, DevFrame } from './dev-error.ts'

const KINDS: Readonly<Record<DevErrorKind, string>> = {
  page: 'Page',
  island: 'Island',
  api: 'Call',
  intent: 'Intent',
  browser: 'Browser',
  server: 'Server',
  build: 'Build',
  diagnostic: 'Rule',
}

/** Returns a title such as `Page error`. */
export function formatKind({ kind }: DevError): string {
  return `${KINDS[kind]} error`
}

export const OUTSIDE = 'This error occurred outside a page, an island and a call.'

export const SERVER_MARKUP = 'Sent by the server'
export const BROWSER_MARKUP = 'Rendered in the browser'

/** Lists the facts about an error, in the order of display. */
export function listFacts(error: DevError): readonly (readonly [name: string, value: string])[] {
  const {
    route,
    path,
    method,
    layouts = [],
    page,
    island,
    call,
    intent,
    origin,
    code,
    requestId,
    count,
    docs,
    bindings,
  } = error
  const shownPath = path === undefined || path === route ? '' : ` (${method === undefined ? '' : `${method} `}${path})`
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Route', route === undefined ? path : route + shownPath],
    ['Layouts', layouts.length === 0 ? undefined : layouts.join(' › ')],
    ['Page', page],
    [
      'Island',
      island &&
        `<${island.name}>${island.id === undefined ? '' : ` #${island.id}`}${island.file === undefined ? '' : `, ${island.file}`}`,
    ],
    [call?.tool.startsWith('api.') ? 'Call' : 'Intent', call?.tool],
    ['Made by', intent],
    ['Effect', call?.effect ?? (call && 'none declared')],
    ['Source', call?.source && formatFramePosition(call.source)],
    ['Bindings', bindings?.join('\n')],
    ['Guard', call && formatGuard(call)],
    ['Origin', call?.origin ?? origin],
    ['Code', code],
    ['Rule', docs],
    ['Request', requestId],
    ['Times', count > 1 ? String(count) : undefined],
  ]
  return facts.filter((fact): fact is readonly [string, string] => fact[1] !== undefined)
}

/** Describes a guard, which applies to agents only. */
function formatGuard({ guard, origin }: NonNullable<DevError['call']>): string {
  if (guard === 'auto') return 'auto'
  return origin === 'human' ? `${guard} (applies to agents; a person’s call runs)` : guard
}

/** Formats a position, such as `src/routes/index.tsx:3:14`. */
export function formatFramePosition({ file, line, column }: Pick<DevFrame, 'file' | 'line' | 'column'>): string {
  return `${file}:${line}:${column}`
}

/** Formats the whole error for the clipboard. */
export function formatError(error: DevError): string {
  const { name, message, isOutside, call, codeFrame, frames, causes, markup } = error
  const stack = (places: readonly DevFrame[]) =>
    places.map(
      (place) =>
        `    at ${place.function === undefined ? formatFramePosition(place) : `${place.function} (${formatFramePosition(place)})`}`,
    )
  return [
    `${formatKind(error)}: ${name}: ${message}`,
    ...(isOutside ? [OUTSIDE] : []),
    ...listFacts(error).map(([fact, value]) => `${fact}: ${value}`),
    ...(markup === undefined ? [] : [`${SERVER_MARKUP}: ${markup.server}`, `${BROWSER_MARKUP}: ${markup.browser}`]),
    ...(call === undefined ? [] : [`${getInputTitle(call)}:`, call.input]),
    ...(codeFrame === undefined ? [] : ['', codeFrame]),
    ...(frames.length === 0 ? [] : ['', ...stack(frames)]),
    ...causes.flatMap((cause) => ['', `Caused by ${cause.name}: ${cause.message}`, ...stack(cause.frames)]),
    '',
  ].join('\n')
}

export function getInputTitle({ isChecked }: NonNullable<DevError['call']>): string {
  return isChecked ? 'Validated input' : 'Input, not validated'
}
