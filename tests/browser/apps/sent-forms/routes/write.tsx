import { WriteForm } from '../write-form.tsx'

export default () => (
  <main>
    <WriteForm />
  </main>
)
