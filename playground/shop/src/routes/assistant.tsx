import type { PageMeta, PageProps } from '@fw/runtime'
import { resolveModel, setupCard } from '@fw/runtime/agent'
import { Assistant } from '../components/assistant.tsx'
import { ownCartId } from '../server/own-cart.ts'

export const meta: PageMeta = { title: 'Assistant · Halden', robots: { index: false } }

export default function AssistantPage({ ctx }: PageProps<'/assistant'>) {
  // The agent's calls cannot set a cookie, so the cart's id must exist before them.
  ownCartId(ctx)
  const hasModel = resolveModel(undefined, process.env) !== undefined
  return (
    <div class="assistant-page">
      <h1>Assistant</h1>
      <Assistant {...(hasModel ? {} : { setup: setupCard(process.env.FW_MODEL).message })} />
    </div>
  )
}
