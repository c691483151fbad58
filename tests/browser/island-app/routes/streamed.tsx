import { createResource, Suspense } from 'solid-js'
import { Counter } from '../counter.tsx'
import { Data } from '../data.tsx'
import { gate } from '../gates.ts'

function Slow() {
  const [text] = createResource(async () => {
    await gate('slow')
    return 'slow section'
  })
  return (
    <p class="slow">
      {text()} <Counter start={50} label="in stream" />
    </p>
  )
}

export default function Page() {
  return (
    <main>
      <Counter start={1} label="first" />
      <Data name="one" />
      <Data name="two" />
      <Suspense fallback={<i>loading</i>}>
        <Slow />
      </Suspense>
      <Counter start={2} label="last" />
    </main>
  )
}
