import { createSignal } from 'solid-js'
import { order, pay } from './shop.api.ts'

/** Fields that do something, and a form whose handler pays. */
export function Fields() {
  const [text, setText] = createSignal('')
  const [found, setFound] = createSignal('')
  const [said, setSaid] = createSignal('')
  const say = (call: Promise<unknown>) =>
    call.then(
      (result) => setSaid(JSON.stringify(result)),
      (error: Error) => setSaid(error.message),
    )
  let timer: ReturnType<typeof setTimeout> | undefined
  const search = (value: string) => {
    setText(value)
    clearTimeout(timer)
    timer = setTimeout(async () => setFound(JSON.stringify(await order({ item: value }))), 150)
  }
  return (
    <section aria-label="Fields">
      <label>
        Search <input type="search" onInput={(event) => search(event.currentTarget.value)} />
      </label>
      <p class="typed">{text()}</p>
      <p class="found">{found()}</p>
      <label>
        <input type="checkbox" onChange={(event) => say(pay({ cents: event.currentTarget.checked ? 10 : 20 }))} /> Pay
        now
      </label>
      <select aria-label="Size" onChange={(event) => setText(event.currentTarget.value)}>
        <option value="s">Small</option>
        <option value="l">Large</option>
      </select>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          say(pay({ cents: 30 }))
        }}
      >
        <button type="submit">Pay by form</button>
      </form>
      <output class="said">{said()}</output>
    </section>
  )
}
