/** The development error overlay in the browser. Loaded by every page of `fw dev`, and by nothing that is built. */
import { type HotUpdates, startCold } from './cold-islands.ts'
import type { DevError, DevErrorList, DevPlace } from './dev-error.ts'
import { createPanel } from './panel.ts'
import { ask, watchErrors } from './watch-errors.ts'

/** Of Vite's dev client, as far as this needs it. */
interface Hot {
  on(event: string, listener: () => void): void
  on(event: 'vite:beforeUpdate', listener: (updates: HotUpdates) => void): void
  send(event: string, data: unknown): void
}

/** What the person has closed and what every page has: it does not come up again with the next page. */
const SEEN = 'fw:dev:seen'

// What the server says of this document: up to where errors are older than it, and edits; and the id of its request.
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

/** What this document is concerned with, the first to happen first. */
function concerns(error: DevError): boolean {
  if (error.isCaught === true || isUnseenCall(error)) return false
  const isNew = error.seq > Number(since)
  return (isNew || error.isStanding || error.requestId === request) && !dismissed.has(createKey(error))
}

/** A failed call that no page has reported: the code that made it caught the error. */
function isUnseenCall({ kind, page, requestId }: DevError): boolean {
  return kind === 'api' && page === undefined && requestId !== request
}

let asked = 0

async function refresh(): Promise<void> {
  const turn = ++asked
  const answer = await ask('/_fw/dev/errors').catch(() => undefined)
  if (!answer?.ok) return
  const { errors } = (await answer.json()) as DevErrorList
  if (turn === asked) panel.show(errors.filter(concerns).sort((one, other) => one.seq - other.seq))
}

async function openPlace({ file, line, column }: DevPlace): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ file, line, column })
  const answer = await ask('/_fw/dev/open', { method: 'POST', headers, body }).catch(() => undefined)
  return answer?.ok ? `Opened ${file}:${line}:${column} in the editor.` : `${file} could not be opened.`
}

watchErrors()
// Written out: Vite puts it there for modules that name it.
const hot = (import.meta as { hot?: Hot }).hot
hot?.on('fw:errors', () => void refresh())
hot?.on('vite:beforeUpdate', startCold)
// Kept until the socket is there. The server makes the page load again where it came too late to hear of an edit.
hot?.send('fw:made', Number(edits))
// What happened before the socket was there, or while the server was away.
hot?.on('vite:ws:connect', () => void refresh())
void refresh()
