export default () => (
  <main>
    <h1>Card</h1>
    <div innerHTML={'<div><template shadowrootmode="open"><p>In the root</p></template></div>'} />
  </main>
)
