import { Counter } from '../counter.tsx'
import { Player } from '../player.tsx'

export const meta = {
  title: 'Page A',
  description: 'About A',
  image: 'https://site.example/a.png',
  og: { siteName: 'Site', section: 'only A' },
  canonical: 'https://site.example/a',
  head: [{ tag: 'meta', attrs: { name: 'theme-color', content: 'red' } }],
  jsonLd: { '@type': 'Thing', name: 'A' },
}

export default () => (
  <main>
    <h1>A</h1>
    <Counter label="a1" />
    <Player client:persist track="song">
      <Counter label="inside" />
    </Player>
    <Counter label="a2" />
  </main>
)
