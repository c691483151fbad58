import { useForm } from '@fw/runtime'
import { createSignal, onMount } from 'solid-js'
import { take } from './tray.api.ts'

interface ModelContext {
  registerTool(tool: object): unknown
}

/** Calls a function for signed-in users from a click, from a form, and from a tool that the app offers to agents itself. */
export function Tray() {
  const [result, setResult] = createSignal('')
  const form = useForm(take, { onDone: ({ took }) => setResult(`took ${took}`) })
  const call = (item: string) =>
    take({ item }).then(
      ({ took }) => `took ${took}`,
      ({ code }: { code: string }) => code,
    )
  onMount(() => {
    const { modelContext } = document as { readonly modelContext?: ModelContext }
    void modelContext?.registerTool({
      name: 'own_take',
      description: 'Takes a biscuit.',
      inputSchema: { type: 'object', properties: {} },
      execute: async () => ({ message: await call('biscuit') }),
    })
  })
  return (
    <section>
      <button type="button" onClick={async () => setResult(await call('cup'))}>
        Take a cup
      </button>
      <form action={form} toolname="form_take" tooldescription="Takes an item." toolautosubmit>
        <input {...form.field('item')} aria-label="Item" />
        <button type="submit">Take it</button>
        <p role="alert">{form.error()}</p>
      </form>
      <output>{result()}</output>
    </section>
  )
}
