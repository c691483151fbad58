import { DialogForm } from '../dialog-form.tsx'

export default () => (
  <main>
    <DialogForm />
  </main>
)
