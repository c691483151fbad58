import { Review } from '../review.tsx'
import { readHtml } from '../words.ts'

export const meta = { title: 'Give' }

export default () => (
  <main>
    <form id="give" method="post">
      <input name="to" value="friends" />
    </form>
    <Review html={readHtml()} isVerified={false} isSpread={false} />
  </main>
)
