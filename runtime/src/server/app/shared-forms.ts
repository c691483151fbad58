/**
 * Removes form keys from pages that are sent several times. The key of a form identifies a repeated submission. In a page that
 * a cache or a browser stores, the second form would count as a repetition of the first one.
 */

import type { FwReply } from '#contract/http/request.ts'
import { FORM_KEY } from '#contract/page/form.ts'

/** Matches the printed form of the field; in text `<` is escaped. */
const KEY = new RegExp(`(<input type="hidden" name="${FORM_KEY}" value=")[\\w-]+"`, 'g')

/** Returns the page without the keys of its forms. Each part of a streamed page contains whole tags. */
export function withoutFormKeys(body: FwReply['body']): FwReply['body'] {
  if (typeof body === 'string') return withoutKeys(body)
  if (!(body instanceof ReadableStream)) return body
  const encoder = new TextEncoder()
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (part, controller) => controller.enqueue(encoder.encode(withoutKeys(new TextDecoder().decode(part)))),
    }),
  )
}

function withoutKeys(html: string): string {
  return html.includes(FORM_KEY) ? html.replace(KEY, '$1"') : html
}
