export const meta = { title: 'Long' }

export default () => (
  <main>
    <h1>Long</h1>
    <div style="height: 2500px" />
    <h2 id="end" tabindex="-1">
      End
    </h2>
    <a id="deep" href="/a">
      deep
    </a>
    <div style="height: 2500px" />
  </main>
)
