const INJECTED = '<script>window.ran = 1</script><script nonce="guess">window.ran = 2</script>'

export const meta = { title: 'Scripts' }

export default ({ nonce }: { nonce?: string }) => (
  <main>
    <h1>Scripts</h1>
    <div innerHTML={INJECTED} />
    <script nonce={nonce}>{'window.own = (window.own ?? 0) + 1'}</script>
  </main>
)
