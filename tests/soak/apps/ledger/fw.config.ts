import { defineConfig, type FwConfig } from '@fw/runtime'

/** DATA: the store of the soak test. */
export default defineConfig({ data: (process.env.DATA ?? 'sqlite:.fw/data/fw.db') as FwConfig['data'] })
