/**
 * Forms of a page that many are sent. The key of a form says that it was sent before: in a copy it would be everybody's, and
 * the second person's form would be taken for the first one's.
 */
import { FORM_KEY } from '#contract/form.ts'
import type { FwReply } from '#contract/request.ts'

/** As forms are printed; in a text `<` is escaped. */
const KEY = new RegExp(`(<input type="hidden" name="${FORM_KEY}" value=")[\\w-]+"`, 'g')

/** The page without the keys of its forms; each printed part of a stream has whole tags. */
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
