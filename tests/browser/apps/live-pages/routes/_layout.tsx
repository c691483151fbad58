import type { LayoutProps } from '@fw/runtime'

export default (props: LayoutProps) => <div class="app">{props.children}</div>
