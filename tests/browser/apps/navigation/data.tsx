import { createResource, createSignal, createUniqueId, Suspense } from 'solid-js'
import { isServer } from 'solid-js/web'
import { gate } from './gates.ts'

export function Data(props: { name: string }) {
  const id = createUniqueId()
  const [n, set] = createSignal(0)
  const [data] = createResource(async () => {
    if (!isServer) document.body.dataset.fetched = 'again'
    await gate(props.name)
    return { text: `data ${props.name}`, when: new Date(5) }
  })
  return (
    <div id={id} class="data">
      <Suspense fallback={<i>wait</i>}>
        <button type="button" onClick={() => set(n() + 1)}>
          {data()?.text} {data()?.when.getTime()} {n()}
        </button>
      </Suspense>
    </div>
  )
}
