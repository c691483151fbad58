import { Total } from '../total.tsx'

export default () => (
  <main>
    <h1>Other</h1>
    <Total board="b" />
    <a href="/plain">Plain</a>
  </main>
)
