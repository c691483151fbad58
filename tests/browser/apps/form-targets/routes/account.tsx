import type { PageProps } from '@fw/runtime'
import { add, save, signIn, signOut } from '../account.api.ts'
import { Mine } from '../mine.tsx'

export default ({ ctx }: PageProps) => (
  <main>
    <h1>Hello {(ctx as { userId?: string }).userId ?? 'guest'}</h1>
    <Mine />
    <form action={signIn} id="in">
      <input name="user" />
      <button type="submit">In</button>
    </form>
    <form action={signIn} id="in-hash">
      <input name="user" value="eve" />
      <input type="hidden" name="to" value="/account#end" />
      <button type="submit">In</button>
    </form>
    <form action={signOut} id="out">
      <button type="submit">Out</button>
    </form>
    <form action={add} id="flash">
      <input type="hidden" name="to" value="/account" />
      <button type="submit">Add</button>
    </form>
    <form action={save} id="draft">
      <input name="title" />
      <button type="submit">Save</button>
    </form>
    <p id="end">End</p>
  </main>
)
