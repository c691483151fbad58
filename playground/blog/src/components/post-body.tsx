import { For } from 'solid-js'
import type { ContentBlock } from '../markdown.ts'
import { CopyButton } from './copy-button.tsx'

export function PostBody(props: { blocks: readonly ContentBlock[] }) {
  return (
    <div class="prose">
      <For each={props.blocks}>
        {(block) =>
          block.kind === 'html' ? (
            <div innerHTML={block.html} />
          ) : (
            <figure class="code">
              <figcaption>
                <span>{block.language}</span>
                <CopyButton text={block.text} />
              </figcaption>
              <pre tabindex="0">
                <code class={`language-${block.language}`}>{block.text}</code>
              </pre>
            </figure>
          )
        }
      </For>
    </div>
  )
}
