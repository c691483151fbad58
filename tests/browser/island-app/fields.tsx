import { createSignal } from 'solid-js'

export function Fields() {
  const [seen, set] = createSignal('')
  const note = (text: string) => set(`${seen()} ${text}`.trim())
  return (
    <div class="fields">
      <select onChange={(event) => note(`change:${event.currentTarget.value}`)}>
        <option>a</option>
        <option>b</option>
      </select>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          note(`submit:${event.submitter?.getAttribute('value')}`)
        }}
      >
        <button type="submit" value="go">
          go
        </button>
      </form>
      <output>{seen()}</output>
    </div>
  )
}

/** Its handler looks on: the form is sent by the browser. */
export function SentForm() {
  return (
    <form action="/one" onSubmit={(event) => event.currentTarget.setAttribute('data-seen', '')}>
      <input name="q" />
      <button type="submit" name="by" value="button">
        send
      </button>
    </form>
  )
}
