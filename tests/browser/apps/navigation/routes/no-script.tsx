import { Counter } from '../counter.tsx'

export const meta = { title: 'No script', description: 'Content for browsers without scripts' }

export default () => (
  <main>
    <noscript>
      <style>{'h1 { color: red }'}</style>
      <img src="/pixel.png" alt="" />
      <meta http-equiv="refresh" content="0; url=/plain" />
    </noscript>
    <h1>No script</h1>
    <Counter label="n" />
    <p id="shown">Shown</p>
  </main>
)
