import { Note, Rows } from '../rows.tsx'

export default function Page() {
  return (
    <main>
      <Note about="x" client:persist />
      <Rows names={['x', 'y', 'z']} />
    </main>
  )
}
