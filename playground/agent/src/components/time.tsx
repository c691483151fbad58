const FORMAT = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** A point in time, in UTC. */
export function Time(props: { at: Date }) {
  return <time datetime={props.at.toISOString()}>{FORMAT.format(props.at)}</time>
}
