import { useI18n } from '@fw/runtime'

export function ArticleDate(props: { date: string }) {
  return <time datetime={props.date}>{useI18n().date(props.date, { dateStyle: 'long' })}</time>
}
