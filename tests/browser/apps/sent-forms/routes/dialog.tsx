import { Clock } from '../clock.tsx'
import { save } from '../shop.api.ts'

export default () => (
  <main>
    <Clock />
    <dialog open>
      <form action={save} id="form">
        <input name="title" value="Important" />
        <button type="submit" formmethod="dialog">
          Cancel
        </button>
        <button type="submit" formmethod="get" formaction="/preview">
          Preview
        </button>
        <button type="submit" formtarget="_blank">
          Tab
        </button>
      </form>
    </dialog>
  </main>
)
