import { DeclaredFields } from '../declared-fields.tsx'

export default function Page() {
  return (
    <main>
      <h1>Fields</h1>
      <DeclaredFields />
    </main>
  )
}
