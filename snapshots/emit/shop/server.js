
;import { attachContracts as _$attach } from '@fw/runtime/compiled'
import * as _$contracts from "fw:contracts/shop"
_$attach("shop", { search, refund, latest }, _$contracts)
