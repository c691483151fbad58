import { Drawer } from '../drawer.tsx'

export const meta = {
  title: 'No script',
  description: 'Content for browsers without scripts in a slot that is shown later',
}

export default () => (
  <main>
    <h1>No script in a slot</h1>
    <Drawer>
      <noscript>
        <style>{'h1 { color: red }'}</style>
        <img src="/pixel.png" alt="" />
        <meta http-equiv="refresh" content="0; url=/plain" />
      </noscript>
      <p id="shown">Shown</p>
    </Drawer>
  </main>
)
