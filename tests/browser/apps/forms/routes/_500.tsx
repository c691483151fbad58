/** Also content for browsers without scripts, which reloads the page. */
export default () => (
  <main>
    <h1>Something went wrong</h1>
    <noscript>
      <style>{'h1 { color: red }'}</style>
      <meta http-equiv="refresh" content="0; url=/done" />
    </noscript>
  </main>
)
