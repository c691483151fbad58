import { createSignal, For, onMount, Show } from 'solid-js'
import { readProposalState } from '../read-proposal.ts'

export interface PendingCall {
  id: string
  text: string
}

/** The calls of the agent that wait for approval. In the browser, a call disappears after its approval or rejection. */
export function PendingCalls(props: { calls: readonly PendingCall[] }) {
  const [resolved, setResolved] = createSignal<readonly string[]>([])
  onMount(() => {
    for (const { id } of props.calls)
      readProposalState(id).then(
        (state) => state !== 'pending' && setResolved((ids) => [...ids, id]),
        // Offline: the page of the call shows its state.
        () => undefined,
      )
  })
  const pending = () => props.calls.filter(({ id }) => !resolved().includes(id))
  return (
    <Show when={pending().length > 0}>
      <section class="card pending" aria-labelledby="pending">
        <h2 id="pending">Waiting for your approval</h2>
        <ul class="rows">
          <For each={pending()}>
            {({ id, text }) => (
              <li>
                <span>{text}</span>
                <a class="button" href={`/_fw/proposals?id=${id}`}>
                  Review
                </a>
              </li>
            )}
          </For>
        </ul>
      </section>
    </Show>
  )
}
