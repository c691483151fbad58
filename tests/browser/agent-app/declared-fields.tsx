import { never } from './shop.api.ts'

/** A form that is declared as a tool, and whose fields call a function that agents may not call. */
export function DeclaredFields() {
  const call = () => void never().catch(() => {})
  return (
    <form toolname="fields" tooldescription="Fills in fields.">
      <input name="word" aria-label="word" onInput={call} />
      <input name="later" aria-label="later" onInput={() => setTimeout(call, 50)} />
      <input name="number" aria-label="number" type="number" onChange={call} />
      <input name="agree" aria-label="agree" type="checkbox" onChange={call} />
      <select name="size" aria-label="size" onChange={call}>
        <option>s</option>
        <option>l</option>
      </select>
      <button type="submit">Send</button>
    </form>
  )
}
