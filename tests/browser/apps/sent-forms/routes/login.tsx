export default () => (
  <main>
    <h1>Sign in</h1>
  </main>
)
