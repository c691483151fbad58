import { href, type PageMeta, type PageProps } from '@fw/runtime'
import { For, Show } from 'solid-js'
import { Status } from '../../components/status.tsx'
import { Time } from '../../components/time.tsx'
import { requireStaff } from '../../require-staff.ts'
import { list } from '../../server/tickets.api.ts'

export const meta: PageMeta = { title: 'Inbox · Support desk', robots: { index: false } }

export default async function Inbox({ ctx, search }: PageProps<'/inbox'>) {
  requireStaff(ctx)
  const closed = search.has('closed')
  const tickets = await list({ closed })
  return (
    <>
      <div class="head">
        <h1>{closed ? 'Closed tickets' : 'Inbox'}</h1>
        <a class="button plain" href={closed ? '/inbox' : '/inbox?closed'}>
          {closed ? 'Open tickets' : 'Closed tickets'}
        </a>
      </div>
      <Show when={tickets.length > 0} fallback={<p class="card">No tickets here. Customers write at the home page.</p>}>
        <ul class="tickets">
          <For each={tickets}>
            {(ticket) => (
              <li>
                <a href={href('/inbox/[id=integer]', { id: ticket.id })}>
                  <span class="title">{ticket.title}</span>
                  <Status ticket={ticket} />
                  <span class="quiet">
                    {ticket.name} · {ticket.customer} · {ticket.channel} ·{' '}
                    <Time at={ticket.waitingSince ?? ticket.openedAt} />
                  </span>
                </a>
              </li>
            )}
          </For>
        </ul>
      </Show>
    </>
  )
}
