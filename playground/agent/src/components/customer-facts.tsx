import { For, Show } from 'solid-js'
import { forget } from '../server/customers.api.ts'
import type { TicketDetails } from '../server/tickets.api.ts'

/** What the desk remembers about the customer of a ticket. */
export function CustomerFacts(props: { ticket: number; facts: TicketDetails['facts'] }) {
  return (
    <section class="card" aria-labelledby="facts">
      <h2 id="facts">About the customer</h2>
      <Show when={props.facts.length > 0} fallback={<p class="quiet">Nothing is remembered yet.</p>}>
        <ul class="rows">
          <For each={props.facts}>
            {(fact) => (
              <li>
                <span>{fact.text}</span>
                <form action={forget}>
                  <input type="hidden" name="id" value={props.ticket} />
                  <input type="hidden" name="fact" value={fact.id} />
                  <button type="submit" class="plain" aria-label={`Forget: ${fact.text}`}>
                    Forget
                  </button>
                </form>
              </li>
            )}
          </For>
        </ul>
      </Show>
    </section>
  )
}
