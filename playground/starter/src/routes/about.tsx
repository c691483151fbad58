import type { PageMeta } from '@fw/runtime'

export const meta: PageMeta = { title: 'About · Notes' }

// No component has an event handler, so the page is HTML without a script.
export default function About() {
  return (
    <>
      <h1>About</h1>
      <p>Every function in src/server is an endpoint, a tool for agents, and a command.</p>
      <ul>
        <li>
          External agents call them at <code>/_fw/mcp</code>.
        </li>
        <li>
          You call them with <code>fw run</code>.
        </li>
        <li>
          You approve or reject the pending calls of agents at <a href="/_fw/proposals">/_fw/proposals</a>.
        </li>
      </ul>
    </>
  )
}
