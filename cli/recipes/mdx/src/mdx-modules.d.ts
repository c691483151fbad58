declare module '*.mdx' {
  const Content: (props: Record<string, unknown>) => import('solid-js').JSX.Element
  export default Content
}
