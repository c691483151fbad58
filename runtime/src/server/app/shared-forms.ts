/**
 * Removes form keys from pages that are sent several times. The key of a form identifies a repeated submission. In a page that
 * a cache or a browser stores, the second form would count as a repetition of the first one.
 */

import type { FwReply } from '#contract/http/request.ts'
import { FORM_KEY } from '#contract/page/form.ts'

/** Matches the printed form of the field; in text `<` is escaped. */
const KEY = new RegExp(`(<input type="hidden" name="${FORM_KEY}" value=")[\\w-]+"`, 'g')

/**
 * Returns the page without the keys of its forms. Each part of a streamed page contains whole tags. Parts without keys, such as those
 * of the app's own HTML, are returned unchanged: they may end within a character, or have another encoding.
 */
export function withoutFormKeys(body: FwReply['body']): FwReply['body'] {
  if (typeof body === 'string') return withoutKeys(body)
  if (!(body instanceof ReadableStream)) return body
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(part, controller) {
        const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength)
        // In latin1 each byte is a character, so that all others stay as they are.
        controller.enqueue(
          bytes.includes(FORM_KEY) ? Buffer.from(withoutKeys(bytes.toString('latin1')), 'latin1') : part,
        )
      },
    }),
  )
}

function withoutKeys(html: string): string {
  return html.includes(FORM_KEY) ? html.replace(KEY, '$1"') : html
}
