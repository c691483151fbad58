import { Suspense } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import { Card } from '../card.tsx'
import { Counter } from '../counter.tsx'
import { Frame, Loaded } from '../frame.tsx'

export default function Page() {
  return (
    <main>
      <h2>before</h2>
      <Frame
        as="section"
        heading={<h2>heading</h2>}
        aside={
          <Dynamic component="h2">
            aside <Counter start={10} label="aside" />
          </Dynamic>
        }
      >
        <Card title="card">
          <Counter start={20} label="inner" />
        </Card>
        <Suspense fallback={<i>wait</i>}>
          <Loaded name="text" />
          <Counter start={30} label="beside data" />
        </Suspense>
      </Frame>
      <Card title="after" />
      <Counter start={40} label="last" />
    </main>
  )
}
