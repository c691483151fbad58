import { Search } from '../search.tsx'

export default () => (
  <main>
    <Search />
  </main>
)
