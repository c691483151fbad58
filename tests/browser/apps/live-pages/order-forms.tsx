import { listCards, order } from './board.api.ts'

/** Forms whose fields hide properties of a form. */
export async function OrderForms() {
  const cards = await listCards()
  return (
    <section>
      <h1>{cards.length} cards</h1>
      <p contenteditable="true" class="draft">
        Write here
      </p>
      <ul>
        {cards.map(({ id, title }) => (
          <li>
            <b>{title}</b>
            <form action={order}>
              <input type="hidden" name="id" value={id} />
              <input name="children" aria-label={`Children of ${id}`} />
              <textarea name="content" aria-label={`Content of ${id}`} />
              <button type="submit">Order {id}</button>
            </form>
          </li>
        ))}
      </ul>
      {cards.map(({ id, title }) => (
        <form id={`find-${id}`} data-count={cards.length}>
          <input name="attributes" aria-label={`Attributes of ${id}`} />
          <input name="matches" />
          <output>{cards.length}</output>
          <button type="submit" name="remove" value={id}>
            Find {title}
          </button>
        </form>
      ))}
      <a href="/islands">Islands</a>
    </section>
  )
}
