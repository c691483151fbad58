import { Clock } from '../clock.tsx'
import { takeMessage } from '../shop.api.ts'

export default () => (
  <main>
    <h1>Thanks</h1>
    <Clock />
    <p id="message">{takeMessage()}</p>
    <div style="height: 3000px" />
    <p id="place">The place</p>
    <div style="height: 3000px" />
  </main>
)
