import { NextKey } from '../next-key.tsx'

export default function Page() {
  return (
    <main>
      <h1>Next key</h1>
      <NextKey />
    </main>
  )
}
