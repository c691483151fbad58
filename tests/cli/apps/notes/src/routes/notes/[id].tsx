import type { PageProps } from '@fw/runtime'

export default function Note(props: PageProps<{ id: string }>) {
  return <h1>Note {props.params.id}</h1>
}
