export default () => (
  <main>
    <p>{'How does <template shadowrootmode="open"> work?'}</p>
  </main>
)
