import { Help } from '../help.tsx'
import { NextKey } from '../next-key.tsx'

export default function Page() {
  return (
    <main>
      <h1>Reply</h1>
      <Help />
      <NextKey />
    </main>
  )
}
