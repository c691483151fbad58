import { Row } from '../row.tsx'

export const meta = { title: 'Other' }

export default () => (
  <main>
    <h1>Other</h1>
    <Row name="other" />
    <div id="deck">
      <Row client:persist="deck" key="one" name="deck elsewhere" />
    </div>
  </main>
)
