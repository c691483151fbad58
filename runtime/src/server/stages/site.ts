/**
 * `/llms.txt`, `/sitemap.xml`, `/robots.txt` and `/rss.xml`, if the app's configuration enables them, and the agent card.
 */
import { AGENT_CARD_PATH } from '#contract/http/path.ts'
import type { FwReply } from '#contract/http/request.ts'
import { forReaderOnly } from '../http/cache-control.ts'
import type { ServerStage } from '../http/exchange.ts'
import { unlessKnown } from '../http/file-reply.ts'
import { createTextReply } from '../http/reply.ts'
import { selectPublicPages } from '../pages/public-pages.ts'

const REFUSAL = createTextReply(405, 'Method not allowed', { allow: 'GET, HEAD' })
const NOT_ALLOWED: FwReply = { ...REFUSAL, headers: { ...REFUSAL.headers, allow: 'GET, HEAD' } }

export const siteStage: ServerStage = (request, { app }) => {
  const { path, method } = request
  if (!path.endsWith('.txt') && !path.endsWith('.xml') && path !== AGENT_CARD_PATH) return undefined
  const make = app.pages.files(path)
  if (make === undefined) return undefined
  if (method !== 'GET' && method !== 'HEAD') return NOT_ALLOWED
  return make((pages) => selectPublicPages(app, pages)).then(
    (reply) => reply && unlessKnown(forReaderOnly(reply, app), request.header('if-none-match')),
  )
}
