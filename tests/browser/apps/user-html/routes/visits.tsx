import { Visitor } from '../review.tsx'
import { readHtml } from '../words.ts'

export const meta = { title: 'Comments' }

export default () => <Visitor html={readHtml()} />
