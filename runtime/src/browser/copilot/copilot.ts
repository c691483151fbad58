/** `<Copilot/>`: a conversation with the app's agent, in a panel (decisions: Agent). Stands in an island. */
import type { ToolFilter } from '#contract/agent.ts'
import { hostElement } from '#solid/host-element.ts'
import { mountPanel } from './copilot-panel.ts'
import { type CopilotConversation, createCopilot } from './create-copilot.ts'
import { printShell, type ShellOptions } from './panel-shell.ts'
import { type CopilotStrings, PANEL_STRINGS } from './panel-strings.ts'
import { PANEL_STYLE } from './panel-style.ts'

/** They are read once, when the panel begins. */
export interface CopilotProps {
  /** Of the tools that the app's agent has, those that may be used here. Default: all. */
  readonly tools?: ToolFilter
  /** A conversation of the app's own, which it ends itself. Default: one that begins and ends with the panel. */
  readonly copilot?: CopilotConversation
  /** Said before anything else. */
  readonly greeting?: string
  /** What a person may ask, as buttons. They go with the first message. */
  readonly suggestions?: readonly string[]
  /**
   * Why no model answers, which the server knows: `resolveModel(…) === undefined ? setupCard().message : undefined`. Shown
   * in place of a field to write in.
   */
  readonly setup?: string
  /** Words in place of the panel's own. */
  readonly strings?: Partial<CopilotStrings>
  /** Further classes of the panel. */
  readonly class?: string
}

/**
 * Shows what is said as it comes, the calls of tools with their input and result, and what waits for a person, which the
 * page's approval dialog settles and nothing else. Answers are shown as text with a little Markdown: no images, and links
 * with their host. Its look follows the variables `--fw-copilot-*`.
 */
export const Copilot = hostElement<CopilotProps>({
  name: 'Copilot',
  style: { id: 'fw-copilot-style', text: PANEL_STYLE },
  render: (props) => printShell(toShellOptions(props)),
  mount(host, props) {
    const copilot = props.copilot ?? createCopilot(props.tools === undefined ? {} : { tools: props.tools })
    const end = mountPanel(host, copilot, toShellOptions(props))
    return () => {
      end()
      if (props.copilot === undefined) copilot.close()
    }
  },
})

function toShellOptions({ strings, greeting, suggestions = [], setup, class: className }: CopilotProps): ShellOptions {
  return { strings: { ...PANEL_STRINGS, ...strings }, greeting, suggestions, setup, className }
}
