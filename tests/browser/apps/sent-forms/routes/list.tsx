import { Clock } from '../clock.tsx'
import { list, remove } from '../shop.api.ts'

export default async function ListPage() {
  const items = await list()
  return (
    <main>
      <Clock />
      <ul>
        {items.map((item) => (
          <li>
            <b>{item.name}</b>
            <form action={remove}>
              <input type="hidden" name="id" value={item.id} />
              <button type="submit">Delete</button>
            </form>
          </li>
        ))}
      </ul>
    </main>
  )
}
