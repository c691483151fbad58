import { PayForm } from '../pay-form.tsx'

/** The browser keeps its document, because the page isn't private. */
export const cache = { scope: 'public', maxAge: 60, sharedMaxAge: 60 }

export default () => (
  <main>
    <PayForm />
  </main>
)
