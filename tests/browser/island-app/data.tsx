import { createResource, createSignal, createUniqueId, Suspense } from 'solid-js'
import { isServer } from 'solid-js/web'

export function Data(props: { ms: number }) {
  const id = createUniqueId()
  const [n, set] = createSignal(0)
  const [data] = createResource(async () => {
    if (!isServer) document.body.dataset.fetched = 'again'
    await new Promise((resolve) => setTimeout(resolve, props.ms))
    return { text: `data-${props.ms}`, when: new Date(5) }
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
