import { ColdWords, Outside } from '../outside.tsx'

export default function Page() {
  return (
    <main>
      <h1>Outside</h1>
      <Outside />
      <ColdWords client:interaction />
    </main>
  )
}
