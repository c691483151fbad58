import { Clock } from '../clock.tsx'
import { add } from '../shop.api.ts'

export default () => (
  <main>
    <Clock />
    <form action={add} id="add">
      <input name="title" value="Tea" />
      <button type="submit">Add</button>
    </form>
    <a href="/moved">Moved</a>
    <a href="/card">Card</a>
    <a href="/text">Text</a>
  </main>
)
