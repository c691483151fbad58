import { Counter } from '../counter.tsx'
import { Data } from '../data.tsx'
import { Player } from '../player.tsx'
import { Totals } from '../totals.tsx'

export const meta = { title: 'Many' }

export default () => (
  <main>
    <h1>Many</h1>
    <Counter label="now" />
    <Counter client:idle label="idle" />
    <Counter client:interaction label="cold" />
    <Counter client:media="(max-width: 1px)" label="narrow" />
    <Player client:persist track="song">
      <Counter label="inside" />
    </Player>
    <Totals />
    <Data name="one" />
    <div style="height: 9000px" />
    <Counter client:visible label="below" />
  </main>
)
