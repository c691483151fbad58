import { Counter } from '../counter.tsx'
import { Player } from '../player.tsx'

export const meta = {
  title: 'Page B',
  description: 'About B',
  image: 'https://site.example/b.png',
  og: { siteName: 'Site' },
}

export default () => (
  <main>
    <h1>B</h1>
    <Player client:persist track="song">
      <Counter label="inside" />
    </Player>
    <Counter label="b1" />
    <div style="height: 3000px" />
  </main>
)
