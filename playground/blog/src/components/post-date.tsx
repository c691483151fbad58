const FORMAT = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

export function PostDate(props: { date: string }) {
  return <time datetime={props.date}>{FORMAT.format(new Date(props.date))}</time>
}
