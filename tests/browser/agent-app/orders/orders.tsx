import { list, pay } from './orders.api.ts'

/** Pays some orders while it renders. The rows have no keys. */
export async function Orders() {
  const orders = await list()
  let outcome = 'none'
  for (const { item, name } of orders)
    if (name.startsWith('AUTO'))
      outcome = await pay({ item, cents: '' }).then(
        () => 'paid',
        () => 'refused',
      )
  return (
    <section>
      <p class="outcome">{outcome}</p>
      <button type="button">Wait</button>
      <ul>
        {orders.map(({ item, name }) => (
          <li>
            <b>{name}</b>
            <form action={pay}>
              <input type="hidden" name="item" value={item} />
              <input name="cents" aria-label={`Cents for ${item}`} />
              <button type="submit">Pay</button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  )
}
