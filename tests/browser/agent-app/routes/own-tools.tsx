import { OwnTools } from '../own-tools.tsx'

export default function Page() {
  return (
    <main>
      <h1>Own tools</h1>
      <OwnTools />
    </main>
  )
}
