import { For } from 'solid-js'
import type { TicketEvent } from '../data/events.ts'
import { Time } from './time.tsx'

const OUTCOMES = { done: 'done', failed: 'failed', asked: 'asked for approval' } as const

/** What people and the agent have done with a ticket, the newest first. */
export function History(props: { events: readonly TicketEvent[] }) {
  return (
    <section class="card" aria-labelledby="history">
      <h2 id="history">History</h2>
      <ul class="history">
        <For each={props.events} fallback={<li class="quiet">Nothing has been done yet.</li>}>
          {(event) => (
            <li>
              <span>{event.text}</span>
              <span class="quiet">
                {event.by_agent === 1 ? 'Agent' : (event.name ?? 'Desk')}
                {event.by_agent === 1 && event.name !== null ? ` for ${event.name}` : ''} · {OUTCOMES[event.outcome]} ·{' '}
                <Time at={new Date(event.at)} />
              </span>
            </li>
          )}
        </For>
      </ul>
    </section>
  )
}
