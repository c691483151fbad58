import { intent, obj, str } from '@fw/runtime'
import { createSignal, onMount } from 'solid-js'
import { never } from '../shop.api.ts'

/** TypeScript's library has no types for it yet. */
interface AsyncLists {
  readonly fromAsync: (values: readonly number[], change: (this: void, value: number) => unknown) => Promise<unknown>
}

/** Functions that the browser calls between the listeners of an event, because of what ran before. */
export function Reactions() {
  const [ready, setReady] = createSignal(false)
  let next!: HTMLButtonElement
  let paragraph!: HTMLParagraphElement
  let host!: HTMLDivElement
  let links!: HTMLElement
  const clickCold = () => document.querySelector<HTMLElement>('#cold button')?.click()
  const call = () => void never().catch(() => {})
  const ways: Readonly<Record<string, () => unknown>> = {
    mutation: () => paragraph.append('.'),
    'cold island': () => clickCold(),
    'observed cold island': () => links.setAttribute('title', 'Ways'),
    link: () => links.setAttribute('data-followed', ''),
    'link to a tab'() {
      links.querySelector('a')?.setAttribute('target', '_blank')
      links.setAttribute('data-followed', '')
    },
    slot: () => host.append('.'),
    'own then'() {
      const thenable = {
        // biome-ignore lint/suspicious/noThenProperty: libraries have such objects.
        then(resolve: () => void) {
          call()
          resolve()
        },
      }
      void Promise.resolve(thenable)
    },
    list: () =>
      (Array as unknown as AsyncLists).fromAsync([1], function pay() {
        call()
      }),
  }
  intent('goOn', {
    description: 'Waits until the user goes on.',
    input: obj({ way: str() }),
    run: async ({ input }) => {
      await new Promise((resolve) => next.addEventListener('click', resolve, { once: true }))
      ways[input.way]?.()
    },
  })
  intent('idle', { description: 'Does nothing.', run: () => true })
  onMount(() => {
    new MutationObserver(call).observe(paragraph, { childList: true })
    new MutationObserver(() => links.querySelector('a')?.click()).observe(links, { attributeFilter: ['data-followed'] })
    new MutationObserver(clickCold).observe(links, { attributeFilter: ['title'] })
    const root = host.attachShadow({ mode: 'open' })
    root.append(document.createElement('slot'))
    root.firstElementChild?.addEventListener('slotchange', call)
    for (const way of Object.keys(ways)) {
      const button = document.createElement('button')
      button.textContent = way
      button.addEventListener('click', () => ways[way]?.())
      next.after(button)
    }
    setReady(true)
  })
  return (
    <section aria-label="Reactions" data-ready={ready()}>
      <button type="button" ref={next}>
        Next
      </button>
      <button type="button" onClick={call}>
        Pay
      </button>
      <p ref={paragraph} />
      <div ref={host} />
      <nav ref={links}>
        <a href="/arrival">Arrive</a>
      </nav>
    </section>
  )
}
