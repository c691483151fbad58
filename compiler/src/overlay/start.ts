/** The error overlay in the browser. Every page of `fw dev` loads it. Never part of a build. */
import { type HotUpdates, startColdIslands } from './cold-islands.ts'
import type { DevError, DevErrorList, DevPlace } from './dev-error.ts'
import { watchLiveReads } from './live-reads.ts'
import { createPanel } from './panel.ts'
import { nativeFetch, watchErrors } from './watch-errors.ts'

/** The used part of Vite's dev client. */
interface Hot {
  on(event: string, listener: () => void): void
  on(event: 'vite:beforeUpdate', listener: (updates: HotUpdates) => void): void
  send(event: string, data: unknown): void
}

/** Key of the closed errors that affect every page: the next page doesn't show them again. */
const SEEN = 'fw:dev:seen'

// The server's data for this document: the last older error, the last older edit, and the id of its request.
const [since = '0', edits = '0', request = ''] = (
  document.querySelector('meta[name=fw-dev]')?.getAttribute('content') ?? ''
).split(' ')
const seen = JSON.parse(sessionStorage.getItem(SEEN) ?? '[]') as string[] // written below
const dismissed = new Set(seen)

const createKey = ({ id, seq }: DevError) => `${id} ${seq}`

const panel = createPanel({
  open: openPlace,
  onDismiss(shown) {
    for (const error of shown) dismissed.add(createKey(error))
    seen.push(...shown.filter(({ isStanding }) => isStanding).map(createKey))
    sessionStorage.setItem(SEEN, JSON.stringify(seen.slice(-50)))
  },
})

/** Returns whether this document shows the error. */
function isRelevant(error: DevError): boolean {
  if (error.isCaught === true || isUnseenCall(error)) return false
  const isNew = error.seq > Number(since)
  return (isNew || error.isStanding || error.requestId === request) && !dismissed.has(createKey(error))
}

/** A failed call that no page has reported: the code that made it caught the error. */
function isUnseenCall({ kind, page, requestId }: DevError): boolean {
  return kind === 'api' && page === undefined && requestId !== request
}

let lastTurn = 0

async function refresh(): Promise<void> {
  const turn = ++lastTurn
  const response = await nativeFetch('/_fw/dev/errors').catch(() => undefined)
  if (!response?.ok) return
  const { errors } = (await response.json()) as DevErrorList
  if (turn === lastTurn) panel.show(errors.filter(isRelevant).sort((one, other) => one.seq - other.seq))
}

async function openPlace({ file, line, column }: DevPlace): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ file, line, column })
  const response = await nativeFetch('/_fw/dev/open', { method: 'POST', headers, body }).catch(() => undefined)
  return response?.ok ? `Opened ${file}:${line}:${column} in the editor.` : `${file} could not be opened.`
}

watchErrors()
watchLiveReads()
// Not destructured: Vite sets `import.meta.hot` in modules that contain this name.
const hot = (import.meta as { hot?: Hot }).hot
hot?.on('fw:errors', () => void refresh())
hot?.on('vite:beforeUpdate', startColdIslands)
// Vite queues this until the socket is open. The server reloads the page if it missed an edit.
hot?.send('fw:made', Number(edits))
// Loads errors from before the socket was open, or from while the server was unavailable.
hot?.on('vite:ws:connect', () => void refresh())
void refresh()
