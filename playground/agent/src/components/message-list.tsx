import { For } from 'solid-js'
import { Time } from './time.tsx'

/** The messages of a ticket, the oldest first. */
export function MessageList(props: {
  messages: readonly { author: 'customer' | 'staff'; name: string; text: string; at: Date }[]
}) {
  return (
    <ol class="messages">
      <For each={props.messages}>
        {(message) => (
          <li class={message.author}>
            <p class="by">
              <strong>{message.name}</strong> <Time at={message.at} />
            </p>
            <p class="text">{message.text}</p>
          </li>
        )}
      </For>
    </ol>
  )
}
