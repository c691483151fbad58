import { never, pay } from './shop.api.ts'

/** A form that is declared as a tool of the browser's agents, with a handler of its own. */
export function Declared(props: { tool: string; api: 'pay' | 'never' }) {
  const calls = { pay: () => pay({ cents: 9 }), never: () => never() }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    await new Promise((resolve) => setTimeout(resolve, 20))
    await calls[props.api]().catch(() => {})
  }
  return (
    <form toolname={props.tool} tooldescription="Sends it." toolautosubmit="" onSubmit={submit}>
      <input name="word" aria-label={props.tool} />
      <button type="submit">{`Send ${props.tool}`}</button>
    </form>
  )
}
