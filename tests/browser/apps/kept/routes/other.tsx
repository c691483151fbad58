import { Row } from '../row.tsx'

export const meta = { title: 'Other' }

export default () => (
  <main>
    <h1>Other</h1>
    <Row name="other" />
  </main>
)
