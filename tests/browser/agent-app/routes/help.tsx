import { Decisions } from '../decisions.tsx'
import { Desk } from '../desk.tsx'
import { Help } from '../help.tsx'

export const meta = { title: 'Help' }

export default function Page() {
  return (
    <main>
      <h1>Help</h1>
      <Help />
      <Desk start={0} />
      <Decisions />
    </main>
  )
}
