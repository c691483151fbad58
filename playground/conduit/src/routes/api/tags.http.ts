import { listTags } from '../../data/articles.ts'

export const GET = () => ({ tags: listTags() })
