import { Review } from '../review.tsx'
import { readHtml } from '../words.ts'

export const meta = { title: 'Comments' }

export default () => <Review html={readHtml()} isVerified={false} isSpread={false} />
