import { defineConfig, type FwConfig } from '@fw/runtime'

/** DATA: a store of the soak's own. */
export default defineConfig({ data: (process.env.DATA ?? 'sqlite:.fw/data/fw.db') as FwConfig['data'] })
