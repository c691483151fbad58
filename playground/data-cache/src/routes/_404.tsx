import { href } from '@fw/runtime'

export const meta = { title: 'Nothing here' }

export default () => (
  <>
    <h1>Nothing here</h1>
    <p class="lead">This page is not on the list.</p>
    <p>
      <a href={href('/')}>All coffees</a>
    </p>
  </>
)
