import { type PageMeta, useForm } from '@fw/runtime'
import { McpAddress } from '../components/mcp-address.tsx'
import { NoteList } from '../components/note-list.tsx'
import { add, search } from '../server/notes.api.ts'

export const meta: PageMeta = { title: 'Notes' }

export default async function Home() {
  const notes = await search({})
  const form = useForm(add)
  return (
    <>
      <h1>Notes</h1>
      {/* A form calls a function of src/server, with and without JavaScript. */}
      <form action={form}>
        <label for={form.field('text').id}>New note</label>
        <div class="row">
          <input {...form.field('text')} autocomplete="off" />
          <button type="submit">Add</button>
        </div>
        <p id={form.errorId('text')} class="error">
          {form.errorAt('text')}
        </p>
      </form>
      <NoteList notes={notes} />
      <section class="agents">
        <h2>For agents</h2>
        <p>
          The functions in <code>src/server</code> are tools. An agent adds notes by itself, and needs your approval to
          delete them. Give it this MCP address:
        </p>
        <McpAddress />
      </section>
    </>
  )
}
