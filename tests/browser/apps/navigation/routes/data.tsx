import { Data } from '../data.tsx'

export const meta = { title: 'Data' }

export default () => (
  <main>
    <h1>Data</h1>
    <Data name="one" />
  </main>
)
