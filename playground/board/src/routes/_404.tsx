import { href } from '@fw/runtime'

export const meta = { title: 'Nothing here' }

export default () => (
  <>
    <h1>Nothing here</h1>
    <p>
      <a href={href('/')}>All boards</a>
    </p>
  </>
)
