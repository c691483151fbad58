/** `<Copilot/>`: a conversation with the app's agent, in a panel. Used within an island. */
import type { ToolFilter } from '#contract/agent/agent.ts'
import { hostElement } from '#solid/islands/host-element.ts'
import { mountPanel } from './copilot-panel.ts'
import { type CopilotConversation, createCopilot } from './create-copilot.ts'
import { printShell, type ShellOptions } from './panel-shell.ts'
import { type CopilotStrings, PANEL_STRINGS } from './panel-strings.ts'
import { PANEL_STYLE } from './panel-style.ts'

/** Props of the panel. They are read once, when the panel starts. */
export interface CopilotProps {
  /** Tools of the app's agent that may be used here. Default: all. */
  readonly tools?: ToolFilter
  /** A conversation that the app creates and closes itself. Default: one with the lifetime of the panel. */
  readonly copilot?: CopilotConversation
  /** Text above the conversation. */
  readonly greeting?: string
  /** Suggested messages, shown as buttons until the first message. */
  readonly suggestions?: readonly string[]
  /**
   * Message shown in place of the input field if the server has no model: `resolveModel(…) === undefined ?
   * setupCard().message : undefined`.
   */
  readonly setup?: string
  /** Strings that replace the panel's own. */
  readonly strings?: Partial<CopilotStrings>
  /** Additional classes of the panel. */
  readonly class?: string
}

/**
 * Shows the conversation as it arrives, the calls of tools with their input and result, and pending calls, which only
 * the page's approval dialog can resolve. Replies are shown as text with a little Markdown: no images, and links with
 * their host. The variables `--fw-copilot-*` set its appearance.
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
