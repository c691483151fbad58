import { Preview } from '../preview.tsx'

export default function Page() {
  return (
    <main>
      <h1>Preview</h1>
      <Preview />
    </main>
  )
}
