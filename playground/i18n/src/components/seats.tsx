import { t } from '@fw/runtime'
import { createSignal } from 'solid-js'

/** Number of seats to reserve. */
export function Seats(props: { price: number }) {
  const [count, setCount] = createSignal(0)
  return (
    <section class="seats" aria-label={t('seats.label')}>
      <button type="button" onClick={() => setCount(Math.max(0, count() - 1))}>
        {t('seats.less')}
      </button>
      <output>{t('seats.count', { count: count(), total: count() * props.price })}</output>
      <button type="button" onClick={() => setCount(count() + 1)}>
        {t('seats.more')}
      </button>
    </section>
  )
}
