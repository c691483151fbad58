import { useForm } from '@fw/runtime'
import { send, type TicketDetails } from '../server/tickets.api.ts'
import { FieldError } from './field-error.tsx'

/** Sends a reply to the customer. It begins with the draft. */
export function ReplyForm(props: { ticket: TicketDetails }) {
  const reply = useForm(send)
  return (
    <form action={reply} class="card stack">
      <p role="alert" class="error">
        {reply.error()}
      </p>
      <input type="hidden" name="id" value={props.ticket.id} />
      <input type="hidden" name="customer" value={props.ticket.customer} />
      <div>
        <label for={reply.field('text').id}>{props.ticket.draft === '' ? 'Reply' : 'Reply, from the draft'}</label>
        <textarea {...reply.field('text', props.ticket.draft)} rows="7" required maxlength="5000" />
        <FieldError id={reply.errorId('text')} error={reply.errorAt('text')} />
      </div>
      <button type="submit">Send the reply</button>
    </form>
  )
}
