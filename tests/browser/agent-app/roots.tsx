import { intent, obj, str } from '@fw/runtime'
import { createSignal, For, onMount } from 'solid-js'
import { SEND_WAYS } from './send-ways.ts'
import { pay } from './shop.api.ts'

/** Forms and a link in a closed shadow root, from which no submit event reaches the window. */
export function Roots() {
  const [isReady, setReady] = createSignal(false)
  let host!: HTMLDivElement
  let content!: HTMLDivElement
  let root!: ShadowRoot
  const find = (selector: string) => root.querySelector<HTMLElement>(selector)
  onMount(() => {
    root = host.attachShadow({ mode: 'closed' })
    root.append(content)
    setReady(true)
  })
  const send = (by: string) => {
    const form = find('form') as HTMLFormElement | null
    if (by === 'requestSubmit') form?.requestSubmit()
    else if (by === 'submit') form?.submit()
    else if (by === 'click') find('button')?.click()
    else if (by === 'dispatched click') find('button')?.dispatchEvent(new MouseEvent('click', { cancelable: true }))
    else if (by === 'click in the button')
      find('button span')?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    else if (by === 'click in a slot of the button') host.querySelector('span')?.click()
    else if (by === 'label') find('label')?.click()
    else find('[form]')?.click()
  }
  const follow = (by: string) => {
    const link = find('a')
    if (by === 'click') link?.click()
    else link?.firstElementChild?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  }
  intent('send', { description: 'Sends.', input: obj({ by: str() }), run: ({ input }) => send(input.by) })
  intent('idle', { description: 'Does nothing.', run: () => undefined })
  intent('follow', { description: 'Follows.', input: obj({ by: str() }), run: ({ input }) => follow(input.by) })
  return (
    <section data-ready={isReady()}>
      <For each={SEND_WAYS}>
        {(by) => (
          <button type="button" onClick={() => send(by)}>
            by {by}
          </button>
        )}
      </For>
      <form action={pay} aria-label="Open">
        <input type="hidden" name="cents" value="12" />
        <button type="submit">Send open</button>
      </form>
      <div ref={content}>
        <form action={pay} id="closed">
          <input type="hidden" name="cents" value="11" />
          <button type="submit" id="send">
            <span>Send closed</span> <slot />
          </button>
          <label for="send">Send</label>
        </form>
        <button type="submit" form="closed">
          Elsewhere
        </button>
        <a href="/help" target="_blank" rel="noopener">
          <span>Help</span>
        </a>
      </div>
      <div ref={host}>
        <span>now</span>
      </div>
    </section>
  )
}
