import { Data } from '../data.tsx'

export default function Page() {
  return (
    <main>
      <Data ms={5} />
      <Data ms={30} />
    </main>
  )
}
