import { Help } from '../../help.tsx'
import { Titles } from '../../titles.tsx'

export const meta = { title: 'Titled' }

export default function Page() {
  return (
    <main>
      <h1>Titled</h1>
      <Help />
      <Titles />
    </main>
  )
}
