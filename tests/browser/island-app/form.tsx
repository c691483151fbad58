import { createSignal } from 'solid-js'

export function Search() {
  const [typed, setTyped] = createSignal('')
  const [sent, setSent] = createSignal('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setSent(`${sent()}+${new FormData(event.currentTarget).get('q')}/${event.submitter?.id}`)
      }}
    >
      <input name="q" onInput={(event) => setTyped(event.currentTarget.value)} />
      <button type="submit" id="go">
        go
      </button>
      <output>
        {typed()}|{sent()}
      </output>
    </form>
  )
}
