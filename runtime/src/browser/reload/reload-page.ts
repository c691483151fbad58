/**
 * Reloads a page that is older than its server, once: after a deploy, its code calls a function whose contract has changed, or
 * needs a file that is gone. Loaded by the first such failure.
 */
import { countActs, runWithOrigin } from '../calls/cause.ts'
import { agentHeaders } from '../calls/post-json.ts'
import { storeTypedFields } from './typed-fields.ts'
import { TYPED_FIELDS } from './typed-key.ts'

/** Key in the session storage: the builds whose pages were reloaded, and when. */
const RELOADS = 'fw:reloads'

/** Time in milliseconds in which a page of the same build isn't reloaded again. */
const PAUSE_MS = 600_000

/** Time in milliseconds after which a page that is still there stays: the user or the app has refused to leave it. */
const LEAVE_MS = 10_000

let reloading: Promise<void> | undefined

/**
 * Reloads the page, and stores the values that the user has typed for the next document. Resolves if the page stays: the server has no
 * newer one, a reload has not helped, or the values can't be stored.
 *
 * @param error The error of an import. Browsers report a missing file as a `TypeError`; other errors are of the file's code.
 */
export async function reloadPage(error?: unknown): Promise<void> {
  if (error !== undefined && !(error instanceof TypeError)) return
  reloading ??= reload().finally(() => {
    reloading = undefined
  })
  await reloading
}

async function reload(): Promise<void> {
  // A worker has no page.
  if (!('document' in globalThis)) return
  const build = readBuild(document)
  const reloads = readReloads()
  if (reloads === undefined || build in reloads || !(await hasNewerPage(build))) return
  if (!storeTypedFields()) return
  try {
    sessionStorage.setItem(RELOADS, JSON.stringify({ ...reloads, [build]: Date.now() }))
    // The next document continues the origin of this one: once an agent has acted here, code without a known cause has its origin.
    runWithOrigin(countActs() > 0 ? 'agent' : 'human', () => location.reload())
    await new Promise((resolve) => setTimeout(resolve, LEAVE_MS))
  } catch {
    // The storage is full, so nothing would prevent a loop.
  }
  sessionStorage.removeItem(TYPED_FIELDS)
}

/** Returns the recent reloads by build; `undefined` without a storage. */
function readReloads(): Readonly<Record<string, number>> | undefined {
  try {
    const reloads = JSON.parse(sessionStorage.getItem(RELOADS) ?? '{}') as Record<string, number> // written above
    return Object.fromEntries(Object.entries(reloads).filter(([, at]) => Date.now() - at < PAUSE_MS))
  } catch {
    return undefined
  }
}

/**
 * Whether the server has a page of another build at this URL. A cache may still have the old one, and without a connection the
 * browser would replace the page by an error.
 */
async function hasNewerPage(build: string): Promise<boolean> {
  try {
    const headers = { accept: 'text/html', ...(countActs() > 0 && agentHeaders()) }
    const response = await fetch(location.href, { headers, cache: 'no-cache' })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    return response.ok && readBuild(page) !== build
  } catch {
    return false
  }
}

/** Returns a text that identifies the build of a page: an attribute, or the URLs of its scripts. */
function readBuild({ documentElement, scripts }: Document): string {
  const urls = Array.from(scripts, (script) => script.getAttribute('src') ?? '').filter((url) => url !== '')
  return documentElement.dataset.fw ?? [...new Set(urls)].sort().join()
}
