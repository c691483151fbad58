import { note } from '../desk.api.ts'
import { Lists } from '../lists.tsx'
import { NoteBox } from '../note-box.tsx'
import { Refresher } from '../refresher.tsx'
import { Row } from '../row.tsx'
import { state } from '../state.ts'
import { cart } from '../stores.ts'
import { Tally } from '../tally.tsx'

export const meta = { title: 'Desk' }

export default function Desk({ search, ctx, nonce }: { search: URLSearchParams; ctx: object; nonce?: string }) {
  cart.seed(ctx, { n: state.seed })
  const { notes, rows, total, hasTally } = state
  return (
    <main style="overflow-anchor: none">
      <h1>Desk {search.get('page') ?? 1}</h1>
      {notes.length > 0 && <p class="flash">{notes.length} notes</p>}
      <form action={note} id="plain" novalidate>
        <input name="text" class="sent" />
        <button type="submit">Add</button>
      </form>
      <form id="drafts" action="/" method="get">
        <input name="half" />
        <textarea name="long">{`default ${total}`}</textarea>
        <select name="choice">
          <option>one</option>
          <option>two</option>
          {total > 0 && <option>three</option>}
        </select>
        <input type="checkbox" name="checked" />
        {state.picks.map((value) => (
          <input type="radio" name="pick" value={value} checked={value === state.pick} />
        ))}
        <input name="fresh" value={`total ${total}`} />
      </form>
      <details>
        <summary>More</summary>
        <p>{total} in all</p>
      </details>
      <div class="scroller" style="height: 60px; overflow: auto">
        <div style="height: 900px">{total}</div>
      </div>
      <ul class="notes">
        {notes.map((text) => (
          <li>{text}</li>
        ))}
      </ul>
      {hasTally && (
        <Tally
          label={`page ${search.get('page') ?? 1}`}
          total={total}
          notes={notes.map((text) => ({ text }))}
          {...(total > 1 && { note: 'many' })}
        >
          <p class="slot">slot {total}</p>
          <Row name="inside" />
        </Tally>
      )}
      <ul class="rows">
        {rows.map((name) => (
          <li>
            <Row name={name} key={name} />
          </li>
        ))}
      </ul>
      <Lists rows={rows} field={state.field} />
      <div id="deck">
        <Row client:persist="deck" key={search.get('album') ?? 'one'} name={`deck ${search.get('album') ?? 'home'}`} />
      </div>
      <NoteBox />
      <Refresher />
      <script nonce={nonce}>{'window.pages = (window.pages ?? 0) + 1'}</script>
      <div style="height: 3000px" />
    </main>
  )
}
