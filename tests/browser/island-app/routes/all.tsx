import { Boom, Late, Recovered } from '../boom.tsx'
import { Card } from '../card.tsx'
import { Counter } from '../counter.tsx'
import { Panel, Themed } from '../panel.tsx'

export default function Page() {
  return (
    <main>
      <Counter start={1} label="first" />
      <Counter start={5} label="second" />
      <Counter start={7} label="cold" client:interaction />
      <Counter start={8} label="idle" client:idle />
      <Counter start={9} label="wide" client:media="(min-width: 100px)" />
      <Counter start={10} label="narrow" client:media="(max-width: 10px)" />
      <Counter start={11} label="only" client:only />
      <Boom />
      <Recovered />
      <Late since={new Date(5)} tags={new Set(['a'])} />
      <Panel title="panel" footer={<em>footer</em>}>
        <p>server text</p>
        <Counter start={100} label="nested" />
        <Themed />
        <Card title="card">
          <Counter start={200} label="deep" />
        </Card>
      </Panel>
      <Panel title="closed" open={false}>
        <Counter start={300} label="late" />
      </Panel>
      <div style="height: 3000px" />
      <Counter start={400} label="visible" client:visible />
    </main>
  )
}
