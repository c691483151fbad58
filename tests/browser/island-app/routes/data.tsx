import { Data } from '../data.tsx'

export default function Page() {
  return (
    <main>
      <Data name="one" />
      <Data name="two" />
    </main>
  )
}
