import { live, useForm } from '@fw/runtime'
import { createSignal, For } from 'solid-js'
import { addCard, listCards } from './board.api.ts'

/** Two forms that add a card: one shows it at once, the other after the response. */
export function Adder(props: { board: string }) {
  const cards = live(listCards, () => ({ board: props.board }))
  const [done, setDone] = createSignal('')
  const atOnce = useForm(addCard, {
    name: 'at-once',
    onDone: ({ added }) => setDone(added),
    optimistic: [
      cards,
      (current, fields) => [...current, { id: `${fields.get('title')}`, title: `${fields.get('title')}?` }],
    ],
  })
  const later = useForm(addCard, { name: 'later', onDone: ({ added }) => setDone(added) })
  return (
    <section class="board" data-done={done()}>
      <ul>
        <For each={cards()}>{(card) => <li>{card.title}</li>}</For>
      </ul>
      <form action={atOnce} novalidate>
        <input type="hidden" name="board" value={props.board} />
        <input {...atOnce.field('title')} />
        <button type="submit">Add at once</button>
        <output>{atOnce.errorAt('title') ?? atOnce.error()}</output>
      </form>
      <form action={later}>
        <input type="hidden" name="board" value={props.board} />
        <input {...later.field('title')} />
        <button type="submit">Add later</button>
      </form>
    </section>
  )
}
