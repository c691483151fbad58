import { Badge } from '../components/badge.tsx'
import { Counter } from '../components/counter.tsx'
import { Frame } from '../components/frame.tsx'
import { List } from '../components/list.tsx'
import { Tag } from '../components/tag.tsx'

export const meta = { title: 'Hot' }

export default function Home() {
  return (
    <main>
      <h1>Hot</h1>
      <a href="/other">other</a>
      <Tag text="outside" />
      <Counter label="left" />
      <Counter label="right" />
      <List />
      <Frame>
        <p class="server">of the server</p>
        <Badge />
      </Frame>
      <Counter label="cold" client:interaction />
    </main>
  )
}
