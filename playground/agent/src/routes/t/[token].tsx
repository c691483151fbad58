import { notFound, type PageMeta, type PageProps, useForm } from '@fw/runtime'
import { Show } from 'solid-js'
import { FieldError } from '../../components/field-error.tsx'
import { MessageList } from '../../components/message-list.tsx'
import { findByToken, listMessages } from '../../data/tickets.ts'
import { reply } from '../../server/contact.api.ts'

export const meta: PageMeta = { title: 'Your request · Support desk', robots: { index: false } }

/** The page of a customer. Its link is the key: it can't be guessed, and no other page names it. */
export default function CustomerTicket({ params, ctx }: PageProps<'/t/[token]'>) {
  const ticket = findByToken(params.token) ?? notFound()
  // The link isn't sent to other sites.
  ctx.headers.set('referrer-policy', 'same-origin')
  const form = useForm(reply)
  return (
    <div class="narrow">
      <h1>{ticket.title}</h1>
      <p class="lead" role="status">
        <Show when={ticket.closed === 0} fallback="This request is closed. Write again to open it.">
          <Show when={ticket.waiting_since !== null} fallback="We have replied.">
            We have your message, and reply on this page. Keep its address.
          </Show>
        </Show>
      </p>
      <MessageList messages={listMessages(ticket.id).map((message) => ({ ...message, at: new Date(message.at) }))} />
      <form action={form} class="card stack">
        <p role="alert" class="error">
          {form.error()}
        </p>
        <input type="hidden" name="token" value={ticket.token} />
        <div>
          <label for={form.field('text').id}>Write again</label>
          <textarea {...form.field('text')} rows="4" required maxlength="5000" />
          <FieldError id={form.errorId('text')} error={form.errorAt('text')} />
        </div>
        <button type="submit">Send</button>
      </form>
    </div>
  )
}
