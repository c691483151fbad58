import { save } from '../account.api.ts'
import { SaveBox } from '../save-box.tsx'

export default () => (
  <main>
    <h1>Save</h1>
    <form action={save} id="plain">
      <input name="title" value="plain" />
      <button type="submit">Save</button>
    </form>
    <SaveBox />
  </main>
)
