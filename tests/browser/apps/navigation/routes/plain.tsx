export const meta = { title: 'Plain' }

export default () => (
  <main>
    <h1>Plain</h1>
  </main>
)
