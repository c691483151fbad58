import { redirect } from '@fw/runtime'

export default () => redirect('/thanks#place')
