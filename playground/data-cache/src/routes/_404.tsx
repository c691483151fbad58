export const meta = { title: 'Nothing here' }

export default () => (
  <>
    <h1>Nothing here</h1>
    <p>This page is not on the list.</p>
  </>
)
