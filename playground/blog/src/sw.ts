import { offlineFirst } from '@fw/runtime'

offlineFirst({ pages: 'all', pictures: true })
