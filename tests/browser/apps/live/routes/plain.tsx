import { Counter } from '../counter.tsx'

export default () => (
  <main>
    <h1>Plain</h1>
    <Counter />
  </main>
)
