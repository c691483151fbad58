import { onMount } from 'solid-js'
import { never, pay } from './shop.api.ts'

interface ModelContext {
  registerTool(tool: object): unknown
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Tools that the app itself offers to the browser's agents. */
export function OwnTools() {
  onMount(() => {
    const { modelContext } = document as { readonly modelContext?: ModelContext }
    const tools = {
      async pay_now() {
        await wait(20)
        return pay({ cents: 9 })
      },
      never_now: () => never(),
    }
    for (const [name, execute] of Object.entries(tools))
      void modelContext?.registerTool({
        name,
        description: 'Calls it.',
        inputSchema: { type: 'object', properties: {} },
        execute,
      })
  })
  return <p>Own tools</p>
}
